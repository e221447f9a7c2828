package dev.uketsuke.submissions;

import dev.uketsuke.support.ThroughPgBouncer;
import io.quarkus.test.junit.QuarkusIntegrationTest;

/** {@link FaultContractTest} against the packaged artefact behind PgBouncer in transaction mode. */
@QuarkusIntegrationTest
@ThroughPgBouncer
class PooledFaultIT extends FaultContractTest {}
