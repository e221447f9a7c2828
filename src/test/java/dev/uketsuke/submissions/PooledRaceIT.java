package dev.uketsuke.submissions;

import dev.uketsuke.support.ThroughPgBouncer;
import io.quarkus.test.junit.QuarkusIntegrationTest;

/** {@link RaceContractTest} against the packaged artefact behind PgBouncer in transaction mode. */
@QuarkusIntegrationTest
@ThroughPgBouncer
class PooledRaceIT extends RaceContractTest {}
