package dev.uketsuke.payments;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** {@link PaymentCallbacksContractTest} against the packaged artefact. */
@QuarkusIntegrationTest
class PaymentCallbacksContractIT extends PaymentCallbacksContractTest {}
