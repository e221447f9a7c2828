package dev.uketsuke.submissions;

import dev.uketsuke.support.PartitionedDatabaseResource;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;

/** {@link SubmitContractTest} on tables that are divided into HASH partitions. */
@QuarkusTest
@WithTestResource(PartitionedDatabaseResource.class)
class PartitionedSubmitTest extends SubmitContractTest {}
