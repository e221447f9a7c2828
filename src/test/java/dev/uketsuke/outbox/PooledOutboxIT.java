package dev.uketsuke.outbox;

import dev.uketsuke.support.ThroughPgBouncer;
import io.quarkus.test.junit.QuarkusIntegrationTest;

/**
 * {@link OutboxContractTest} against the packaged artefact behind PgBouncer in transaction mode.
 */
@QuarkusIntegrationTest
@ThroughPgBouncer
class PooledOutboxIT extends OutboxContractTest {}
