package dev.uketsuke.submissions;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** {@link InquiryContractTest} against the packaged artefact. */
@QuarkusIntegrationTest
class InquiryContractIT extends InquiryContractTest {}
