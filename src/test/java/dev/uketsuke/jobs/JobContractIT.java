package dev.uketsuke.jobs;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** {@link JobContractTest} against the packaged artefact. */
@QuarkusIntegrationTest
class JobContractIT extends JobContractTest {}
