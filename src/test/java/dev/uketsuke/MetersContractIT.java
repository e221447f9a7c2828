package dev.uketsuke;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** The same meters in the packaged artefact. */
@QuarkusIntegrationTest
class MetersContractIT extends MetersContractTest {}
