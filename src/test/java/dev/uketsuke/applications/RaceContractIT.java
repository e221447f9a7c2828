package dev.uketsuke.applications;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** {@link RaceContractTest} against the packaged artefact. */
@QuarkusIntegrationTest
class RaceContractIT extends RaceContractTest {}
