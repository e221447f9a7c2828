package dev.uketsuke.applications;

import dev.uketsuke.support.PartitionedDatabaseResource;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;

/** {@link MovesContractTest} on tables that are divided into HASH partitions. */
@QuarkusTest
@WithTestResource(PartitionedDatabaseResource.class)
class PartitionedMovesTest extends MovesContractTest {}
