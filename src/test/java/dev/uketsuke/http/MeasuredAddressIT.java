package dev.uketsuke.http;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** {@link MeasuredAddressTest} against the packaged artefact. */
@QuarkusIntegrationTest
class MeasuredAddressIT extends MeasuredAddressTest {}
