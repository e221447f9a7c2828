package dev.uketsuke.outbox;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** The same against the packaged artefact. */
@QuarkusIntegrationTest
class OutboxContractIT extends OutboxContractTest {}
