package dev.uketsuke.http.wire;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** {@link WireRefusalsTest} against the packaged artefact. */
@QuarkusIntegrationTest
class WireRefusalsIT extends WireRefusalsTest {}
