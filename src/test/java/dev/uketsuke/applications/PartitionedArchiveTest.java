package dev.uketsuke.applications;

import dev.uketsuke.support.PartitionedDatabaseResource;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.enterprise.inject.Typed;

/** {@link ArchiveContractTest} on tables that are divided into HASH partitions. */
@QuarkusTest
// Quarkus makes a bean of each test; this one is not to be taken for its superclass.
@Typed(PartitionedArchiveTest.class)
@WithTestResource(PartitionedDatabaseResource.class)
class PartitionedArchiveTest extends ArchiveContractTest {}
