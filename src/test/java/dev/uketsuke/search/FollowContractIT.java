package dev.uketsuke.search;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** {@link FollowContractTest} against the packaged artefact. */
@QuarkusIntegrationTest
class FollowContractIT extends FollowContractTest {}
