package dev.uketsuke.applications;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** {@link MovesContractTest} against the packaged artefact. */
@QuarkusIntegrationTest
class MovesContractIT extends MovesContractTest {}
