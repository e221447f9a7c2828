package dev.uketsuke.applications;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** {@link InquiryContractTest} against the packaged artefact. */
@QuarkusIntegrationTest
class InquiryContractIT extends InquiryContractTest {}
