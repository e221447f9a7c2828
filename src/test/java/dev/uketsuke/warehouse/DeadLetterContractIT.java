package dev.uketsuke.warehouse;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** The same, against the packaged artefact. */
@QuarkusIntegrationTest
class DeadLetterContractIT extends DeadLetterContractTest {}
