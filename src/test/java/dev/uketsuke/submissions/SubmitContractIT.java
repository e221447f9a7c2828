package dev.uketsuke.submissions;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** {@link SubmitContractTest} against the packaged artefact. */
@QuarkusIntegrationTest
class SubmitContractIT extends SubmitContractTest {}
