package dev.uketsuke.submissions;

import dev.uketsuke.support.ThreeInsertsResource;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.enterprise.inject.Typed;

/** {@link RaceContractTest} with submissions written by three inserts. */
@QuarkusTest
// Quarkus makes a bean of each test; this one is not to be taken for its superclass.
@Typed(ThreeInsertsRaceTest.class)
@WithTestResource(ThreeInsertsResource.class)
class ThreeInsertsRaceTest extends RaceContractTest {}
