package dev.uketsuke.search;

import dev.uketsuke.support.ThroughPgBouncer;
import io.quarkus.test.junit.QuarkusIntegrationTest;

/** {@link ListContractTest} against the packaged artefact behind PgBouncer in transaction mode. */
@QuarkusIntegrationTest
@ThroughPgBouncer
class PooledListIT extends ListContractTest {}
