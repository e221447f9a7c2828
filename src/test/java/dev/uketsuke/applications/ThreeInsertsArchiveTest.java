package dev.uketsuke.applications;

import dev.uketsuke.support.ThreeInsertsResource;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.enterprise.inject.Typed;

/** {@link ArchiveContractTest} with clean-up that goes bucket by bucket. */
@QuarkusTest
// Quarkus makes a bean of each test; this one is not to be taken for its superclass.
@Typed(ThreeInsertsArchiveTest.class)
@WithTestResource(ThreeInsertsResource.class)
class ThreeInsertsArchiveTest extends ArchiveContractTest {}
