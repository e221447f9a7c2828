package dev.uketsuke.submissions;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** {@link TokenContractTest} against the packaged artefact. */
@QuarkusIntegrationTest
class TokenContractIT extends TokenContractTest {}
