package dev.uketsuke.submissions;

import dev.uketsuke.support.ThreeInsertsResource;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.enterprise.inject.Typed;

/** {@link FaultContractTest} with submissions written by three inserts. */
@QuarkusTest
// Quarkus makes a bean of each test; this one is not to be taken for its superclass.
@Typed(ThreeInsertsFaultTest.class)
@WithTestResource(ThreeInsertsResource.class)
class ThreeInsertsFaultTest extends FaultContractTest {}
