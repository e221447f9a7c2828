package dev.uketsuke.payments;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** {@link PaymentsContractTest} against the packaged artefact. */
@QuarkusIntegrationTest
class PaymentsContractIT extends PaymentsContractTest {}
