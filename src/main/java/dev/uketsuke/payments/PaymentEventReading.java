package dev.uketsuke.payments;

import dev.uketsuke.applications.Money;
import dev.uketsuke.applications.MoneyReading;
import dev.uketsuke.json.CanonicalUuid;
import dev.uketsuke.json.ObjectReading;
import dev.uketsuke.json.StrictJson;
import dev.uketsuke.problems.Problem;
import dev.uketsuke.problems.ProblemType;
import dev.uketsuke.problems.Violation;
import jakarta.inject.Singleton;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * Reads the body of a callback (contract §3.5). Members that the contract does not know are
 * ignored.
 */
@Singleton
class PaymentEventReading {

  private static final int MAX_TRANSACTION_ID = 255;
  private static final int MAX_TEXT = 64;

  /**
   * The form of RFC 3339 §5.6; Java's parser also accepts times without seconds and short offsets.
   */
  private static final Pattern DATE_TIME =
      Pattern.compile(
          "[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?"
              + "([Zz]|[+-][0-9]{2}:[0-9]{2})");

  /**
   * The bounds of times that are stored and shown as they were sent: RFC 3339 has no years of more
   * than four digits, and before 1582 calendars differ.
   */
  private static final Instant EARLIEST = Instant.EPOCH;

  private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");

  private final StrictJson json;

  PaymentEventReading(StrictJson json) {
    this.json = json;
  }

  /**
   * Returns the event in a body.
   *
   * @param body the bytes, whose signature has been verified
   * @throws jakarta.ws.rs.WebApplicationException 400 {@code malformed-json} or {@code
   *     invalid-request}
   */
  PaymentEvent read(byte[] body) {
    ObjectReading members =
        json.object(body)
            .map(ObjectReading::tolerant)
            .orElseThrow(() -> Problem.of(ProblemType.MALFORMED_JSON).toException());
    members.require("amount");
    PaymentEvent event =
        new PaymentEvent(
            transactionId(members),
            applicationId(members),
            type(members),
            amount(members),
            occurredAt(members));
    if (!members.violations().isEmpty()) {
      throw Problem.of(ProblemType.INVALID_REQUEST).violations(members.violations()).toException();
    }
    return event;
  }

  private static String transactionId(ObjectReading members) {
    String id = required(members, "transactionId", MAX_TRANSACTION_ID);
    if (id != null && id.codePoints().anyMatch(Character::isISOControl)) {
      members.refuse("transactionId", Violation.Code.MALFORMED, "must be printable");
    }
    return id;
  }

  private static UUID applicationId(ObjectReading members) {
    String text = required(members, "applicationId", MAX_TEXT);
    UUID id = CanonicalUuid.parse(text).orElse(null);
    if (text != null && id == null) {
      members.refuse("applicationId", Violation.Code.MALFORMED, "must be a UUID");
    }
    return id;
  }

  private static PaymentType type(ObjectReading members) {
    String name = required(members, "type", MAX_TEXT);
    PaymentType type =
        Arrays.stream(PaymentType.values())
            .filter(known -> known.name().equals(name))
            .findFirst()
            .orElse(null);
    if (name != null && type == null) {
      members.refuse(
          "type",
          Violation.Code.NOT_A_CHOICE,
          "must be one of " + Arrays.toString(PaymentType.values()));
    }
    return type;
  }

  private static Money amount(ObjectReading members) {
    return MoneyReading.readPayment(members, "amount");
  }

  private static Instant occurredAt(ObjectReading members) {
    String text = required(members, "occurredAt", MAX_TEXT);
    if (text == null) {
      return null;
    }
    try {
      if (DATE_TIME.matcher(text).matches()) {
        Instant time = OffsetDateTime.parse(text).toInstant();
        if (!time.isBefore(EARLIEST) && !time.isAfter(LATEST)) {
          return time;
        }
      }
    } catch (DateTimeException noSuchTime) {
      // Refused below, like any other text.
    }
    members.refuse(
        "occurredAt",
        Violation.Code.MALFORMED,
        "must be an RFC 3339 date-time with offset, of the years 1970 to 9999");
    return null;
  }

  private static String required(ObjectReading members, String member, int max) {
    return members.require(member) ? members.text(member, max) : null;
  }
}
