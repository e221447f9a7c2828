package dev.uketsuke.applications;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** {@link MoveRaceContractTest} against the packaged artefact. */
@QuarkusIntegrationTest
class MoveRaceContractIT extends MoveRaceContractTest {}
