package dev.uketsuke.applications;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** {@link KeySyntaxContractTest} against the packaged artefact. */
@QuarkusIntegrationTest
class KeySyntaxContractIT extends KeySyntaxContractTest {}
