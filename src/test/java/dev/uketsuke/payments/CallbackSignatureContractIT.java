package dev.uketsuke.payments;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** {@link CallbackSignatureContractTest} against the packaged artefact. */
@QuarkusIntegrationTest
class CallbackSignatureContractIT extends CallbackSignatureContractTest {}
