package dev.uketsuke.applications;

import dev.uketsuke.support.ThroughPgBouncer;
import io.quarkus.test.junit.QuarkusIntegrationTest;

/** {@link MovesContractTest} against the packaged artefact behind PgBouncer in transaction mode. */
@QuarkusIntegrationTest
@ThroughPgBouncer
class PooledMovesIT extends MovesContractTest {}
