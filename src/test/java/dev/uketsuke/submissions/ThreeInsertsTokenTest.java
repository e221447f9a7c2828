package dev.uketsuke.submissions;

import dev.uketsuke.support.ThreeInsertsResource;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.enterprise.inject.Typed;

/** {@link TokenContractTest} with submissions written by three inserts. */
@QuarkusTest
// Quarkus makes a bean of each test; this one is not to be taken for its superclass.
@Typed(ThreeInsertsTokenTest.class)
@WithTestResource(ThreeInsertsResource.class)
class ThreeInsertsTokenTest extends TokenContractTest {}
