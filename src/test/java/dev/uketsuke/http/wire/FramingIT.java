package dev.uketsuke.http.wire;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** {@link FramingTest} against the packaged artefact. */
@QuarkusIntegrationTest
class FramingIT extends FramingTest {}
