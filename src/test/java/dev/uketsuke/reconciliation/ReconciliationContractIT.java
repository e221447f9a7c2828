package dev.uketsuke.reconciliation;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** The same, against the packaged artefact. */
@QuarkusIntegrationTest
class ReconciliationContractIT extends ReconciliationContractTest {}
