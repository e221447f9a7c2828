package dev.uketsuke.openapi;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** {@link DescriptionContractTest} against the packaged artefact. */
@QuarkusIntegrationTest
class DescriptionContractIT extends DescriptionContractTest {}
