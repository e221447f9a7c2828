package dev.uketsuke.search;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** {@link ListContractTest} against the packaged artefact. */
@QuarkusIntegrationTest
class ListContractIT extends ListContractTest {}
