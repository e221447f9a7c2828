package dev.uketsuke.warehouse;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** {@link EventContractTest} against the packaged artefact. */
@QuarkusIntegrationTest
class EventContractIT extends EventContractTest {}
