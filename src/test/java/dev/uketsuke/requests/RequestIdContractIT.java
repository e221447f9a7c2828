package dev.uketsuke.requests;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** {@link RequestIdContractTest} against the packaged artefact. */
@QuarkusIntegrationTest
class RequestIdContractIT extends RequestIdContractTest {}
