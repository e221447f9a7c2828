package dev.uketsuke.submissions;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** {@link CallerContractTest} against the packaged artefact. */
@QuarkusIntegrationTest
class CallerContractIT extends CallerContractTest {}
