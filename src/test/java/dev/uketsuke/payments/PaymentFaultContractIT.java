package dev.uketsuke.payments;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** {@link PaymentFaultContractTest} against the packaged artefact. */
@QuarkusIntegrationTest
class PaymentFaultContractIT extends PaymentFaultContractTest {}
