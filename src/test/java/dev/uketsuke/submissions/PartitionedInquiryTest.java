package dev.uketsuke.submissions;

import dev.uketsuke.support.PartitionedDatabaseResource;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.enterprise.inject.Typed;

/** {@link InquiryContractTest} on tables that are divided into HASH partitions. */
@QuarkusTest
// Quarkus makes a bean of each test; this one is not to be taken for its superclass.
@Typed(PartitionedInquiryTest.class)
@WithTestResource(PartitionedDatabaseResource.class)
class PartitionedInquiryTest extends InquiryContractTest {}
