package dev.uketsuke.payments;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.support.PaymentProvider;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Standard Webhooks 1.0, with the example of the public specification. */
class SignatureCheckTest {

  private static final String ID = "msg_p5jXN8AQM9LWM0D4loKWxJek";
  private static final long TIME = 1614265330;
  private static final Instant NOW = Instant.ofEpochSecond(TIME);
  private static final String BODY = "{\"test\": 2432232314}";
  private static final String SIGNATURE = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";

  private static final SignatureCheck CHECK = check(PaymentProvider.SECRET);

  @Test
  void theSpecificationsExampleIsGenuine() {
    assertTrue(genuine(CHECK, headers(SIGNATURE), BODY, NOW));
  }

  @Test
  void theBytesMatterAndNotWhatTheyMean() {
    assertFalse(genuine(CHECK, headers(SIGNATURE), "{\"test\":2432232314}", NOW));
    assertFalse(genuine(CHECK, headers(SIGNATURE), BODY + " ", NOW));
    assertFalse(genuine(CHECK, headers(SIGNATURE), "", NOW));
  }

  @Test
  void bytesThatAreNoTextAreCheckedAsTheyAre() throws Exception {
    var body = new byte[] {(byte) 0xff, 0, (byte) 0xc3, 0x28};
    var mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key(PaymentProvider.SECRET), "HmacSHA256"));
    mac.update((ID + "." + TIME + ".").getBytes(StandardCharsets.US_ASCII));
    var signature = "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));

    assertTrue(CHECK.isGenuine(headers(signature), body, NOW));
    assertFalse(
        CHECK.isGenuine(headers(signature), new byte[] {(byte) 0xfe, 0, (byte) 0xc3, 0x28}, NOW));
  }

  @Test
  void fiveMinutesEitherWayAndNotASecondMore() {
    var tolerance = Duration.ofMinutes(5);
    assertTrue(genuine(CHECK, headers(SIGNATURE), BODY, NOW.plus(tolerance)));
    assertTrue(genuine(CHECK, headers(SIGNATURE), BODY, NOW.minus(tolerance)));
    assertFalse(genuine(CHECK, headers(SIGNATURE), BODY, NOW.plus(tolerance).plusSeconds(1)));
    assertFalse(genuine(CHECK, headers(SIGNATURE), BODY, NOW.minus(tolerance).minusSeconds(1)));
  }

  @Test
  void idAndTimeAreSignedToo() {
    assertFalse(genuine(CHECK, new SignatureHeaders("msg_2", "" + TIME, SIGNATURE), BODY, NOW));
    assertFalse(genuine(CHECK, new SignatureHeaders(ID, "" + (TIME + 1), SIGNATURE), BODY, NOW));
  }

  @Test
  void anyOfSeveralSignaturesAndSecretsWillDo() {
    var other = PaymentProvider.sign(PaymentProvider.OLD_SECRET, ID, TIME, BODY);
    var both = check(PaymentProvider.OLD_SECRET, PaymentProvider.SECRET);

    assertTrue(genuine(CHECK, headers(other + " " + SIGNATURE), BODY, NOW));
    assertTrue(genuine(CHECK, headers("v1a,AAAA " + SIGNATURE + " v1,AAAA"), BODY, NOW));
    assertTrue(genuine(both, headers(other), BODY, NOW));
    assertTrue(genuine(both, headers(SIGNATURE), BODY, NOW));
    assertFalse(genuine(CHECK, headers(other), BODY, NOW));
  }

  @Test
  void withoutASecretNothingIsGenuine() {
    assertFalse(genuine(check(), headers(SIGNATURE), BODY, NOW));
    assertFalse(genuine(check(), headers(""), BODY, NOW));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        ",",
        "v1",
        "v1,",
        "v1,=",
        "v2,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
        "V1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
        "g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
        "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE",
        "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=x",
        "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OF=",
        "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=,v1",
        "v1,\uD83D\uDE00"
      })
  void whatIsNoSuchSignatureIsRefused(String signature) {
    assertFalse(genuine(CHECK, headers(signature), BODY, NOW));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "x",
        "-1614265330",
        "+1614265330",
        " 1614265330",
        "1614265330.0",
        "1e9",
        "99999999999999999999",
        "9223372036854775807",
        "١٦١٤٢٦٥٣٣٠"
      })
  void whatIsNoTimestampIsRefused(String timestamp) {
    assertFalse(genuine(CHECK, new SignatureHeaders(ID, timestamp, SIGNATURE), BODY, NOW));
  }

  @Test
  void eachHeaderIsNeeded() {
    var time = Long.toString(TIME);
    assertFalse(genuine(CHECK, new SignatureHeaders(null, time, SIGNATURE), BODY, NOW));
    assertFalse(genuine(CHECK, new SignatureHeaders(" ", time, SIGNATURE), BODY, NOW));
    assertFalse(genuine(CHECK, new SignatureHeaders(ID, null, SIGNATURE), BODY, NOW));
    assertFalse(genuine(CHECK, new SignatureHeaders(ID, time, null), BODY, NOW));
  }

  private static boolean genuine(
      SignatureCheck check, SignatureHeaders headers, String body, Instant now) {
    return check.isGenuine(headers, body.getBytes(StandardCharsets.UTF_8), now);
  }

  private static SignatureHeaders headers(String signatures) {
    return new SignatureHeaders(ID, Long.toString(TIME), signatures);
  }

  private static SignatureCheck check(String... secrets) {
    return new SignatureCheck(Stream.of(secrets).map(CallbackSecrets::decode).toList());
  }

  private static byte[] key(String secret) {
    return Base64.getDecoder().decode(secret.substring("whsec_".length()));
  }
}
