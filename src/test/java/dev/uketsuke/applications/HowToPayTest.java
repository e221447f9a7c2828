package dev.uketsuke.applications;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Only an application that waits for its payment says how to pay. */
class HowToPayTest {

  private static final UUID ID = UUID.fromString("019ad5c2-7f00-7c1a-8a52-6f8f5b0b2f11");

  @Test
  void nothingConfiguredTellsNothing() {
    var application = at(ApplicationStatus.FEE_CONFIRMED);
    assertSame(application, new HowToPay(settings(null, null, null)).tell(application));
    assertSame(application, new HowToPay(settings(null, "  ", null)).tell(application));
  }

  @ParameterizedTest
  @EnumSource(
      value = ApplicationStatus.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = "FEE_CONFIRMED")
  void noOtherStatusSaysHowToPay(ApplicationStatus status) {
    var application = at(status);
    assertSame(application, new HowToPay(settings("/pay", "text", "文")).tell(application));
  }

  @Test
  void addressHasWhatTheTemplateAsksFor() {
    var template = " /pay/{applicationId}/{amount}{currency}?a={amount}&again={applicationId}#x ";
    var payment =
        new HowToPay(settings(template, null, null))
            .tell(at(ApplicationStatus.FEE_CONFIRMED))
            .payment();
    assertEquals("/pay/" + ID + "/12.50AUD?a=12.50&again=" + ID + "#x", payment.url());
    assertNull(payment.text());
    assertNull(payment.translations());
  }

  @Test
  void textOfOneLanguageAloneIsEnough() {
    var payment =
        new HowToPay(settings(null, null, " 文 "))
            .tell(at(ApplicationStatus.FEE_CONFIRMED))
            .payment();
    assertNull(payment.url());
    assertEquals(Map.of("ja", "文"), payment.translations());
    assertEquals("12.50", payment.amount());
    assertEquals("AUD", payment.currency());
  }

  @Test
  void applicationWithoutAFeeIsShownAllTheSame() {
    var application = at(ApplicationStatus.FEE_CONFIRMED, null);
    assertSame(application, new HowToPay(settings("/pay", "text", null)).tell(application));
  }

  private static ApplicationView at(ApplicationStatus status) {
    return at(status, new Money("12.50", "AUD"));
  }

  private static ApplicationView at(ApplicationStatus status, Money fee) {
    return new ApplicationView(
        ID,
        null,
        status,
        "AU",
        "KR",
        1,
        null,
        null,
        null,
        null,
        fee,
        null,
        null,
        Instant.EPOCH,
        Instant.EPOCH,
        null);
  }

  private static PaymentPageSettings settings(String page, String text, String japanese) {
    return new Settings(
        Optional.ofNullable(page), Optional.ofNullable(text), Optional.ofNullable(japanese));
  }

  private record Settings(Optional<String> page, Optional<String> text, Optional<String> textJa)
      implements PaymentPageSettings {

    @Override
    public Optional<String> textEn() {
      return Optional.empty();
    }

    @Override
    public Optional<String> textKo() {
      return Optional.empty();
    }
  }
}
