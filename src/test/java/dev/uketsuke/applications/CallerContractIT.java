package dev.uketsuke.applications;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** {@link CallerContractTest} against the packaged artefact. */
@QuarkusIntegrationTest
class CallerContractIT extends CallerContractTest {}
