package dev.uketsuke.submissions;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** {@link BodyRulesContractTest} against the packaged artefact. */
@QuarkusIntegrationTest
class BodyRulesContractIT extends BodyRulesContractTest {}
