package dev.uketsuke.applications;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** {@link ArchiveContractTest} against the packaged artefact. */
@QuarkusIntegrationTest
class ArchiveContractIT extends ArchiveContractTest {}
