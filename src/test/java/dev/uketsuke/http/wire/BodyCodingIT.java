package dev.uketsuke.http.wire;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** {@link BodyCodingTest} against the packaged artefact. */
@QuarkusIntegrationTest
class BodyCodingIT extends BodyCodingTest {}
