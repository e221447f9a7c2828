package dev.uketsuke.submissions;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** {@link KeySyntaxContractTest} against the packaged artefact. */
@QuarkusIntegrationTest
class KeySyntaxContractIT extends KeySyntaxContractTest {}
