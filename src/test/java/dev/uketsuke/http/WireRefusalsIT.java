package dev.uketsuke.http;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** {@link WireRefusalsTest} against the packaged artefact. */
@QuarkusIntegrationTest
class WireRefusalsIT extends WireRefusalsTest {}
