package dev.uketsuke.openapi;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** {@link LimitsContractTest} against the packaged artefact. */
@QuarkusIntegrationTest
class LimitsContractIT extends LimitsContractTest {}
