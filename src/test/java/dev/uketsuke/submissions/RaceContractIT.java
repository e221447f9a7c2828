package dev.uketsuke.submissions;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** {@link RaceContractTest} against the packaged artefact. */
@QuarkusIntegrationTest
class RaceContractIT extends RaceContractTest {}
