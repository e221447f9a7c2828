package dev.uketsuke.submissions;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** {@link DatabaseTroubleContractTest} against the packaged artefact. */
@QuarkusIntegrationTest
class DatabaseTroubleContractIT extends DatabaseTroubleContractTest {}
