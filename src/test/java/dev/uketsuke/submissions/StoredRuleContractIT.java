package dev.uketsuke.submissions;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** {@link StoredRuleContractTest} against the packaged artefact. */
@QuarkusIntegrationTest
class StoredRuleContractIT extends StoredRuleContractTest {}
