package dev.uketsuke.submissions;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** {@link FaultContractTest} against the packaged artefact. */
@QuarkusIntegrationTest
class FaultContractIT extends FaultContractTest {}
