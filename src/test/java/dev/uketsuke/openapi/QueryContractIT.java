package dev.uketsuke.openapi;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** {@link QueryContractTest} against the packaged artefact. */
@QuarkusIntegrationTest
class QueryContractIT extends QueryContractTest {}
