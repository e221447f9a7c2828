package dev.uketsuke.page;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** {@link PageContractTest} against the packaged artefact. */
@QuarkusIntegrationTest
class PageContractIT extends PageContractTest {}
