package dev.uketsuke.submissions;

import dev.uketsuke.support.PartitionedDatabaseResource;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;

/** {@link InquiryContractTest} on tables that are divided into HASH partitions. */
@QuarkusTest
@WithTestResource(PartitionedDatabaseResource.class)
class PartitionedInquiryTest extends InquiryContractTest {}
