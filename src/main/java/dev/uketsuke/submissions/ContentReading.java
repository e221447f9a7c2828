package dev.uketsuke.submissions;

import dev.uketsuke.applications.IsoCodes;
import dev.uketsuke.applications.MoneyReading;
import dev.uketsuke.applications.Recipient;
import dev.uketsuke.json.ObjectReading;
import dev.uketsuke.json.StrictJson;
import dev.uketsuke.problems.Violation;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads the body of a submission, by the rules of contract §3.1.
 *
 * <p>Guarantee: content is returned only if it obeys every rule, and it is normalised. What is
 * stored is therefore the same as what is fingerprinted.
 */
@Singleton
public class ContentReading {

  static final int MAX_WEIGHT_GRAMS = 30_000_000;
  private static final int MAX_TEXT = 200;

  private static final Set<String> MEMBERS =
      Set.of(
          "origin",
          "destination",
          "parcels",
          "totalWeightGrams",
          "declaredValue",
          "recipient",
          "clientReference");

  private final StrictJson json;

  ContentReading(StrictJson json) {
    this.json = json;
  }

  /**
   * The result of reading a body.
   *
   * @param content the normalised content; null if the body is refused
   * @param violations the broken rules; if {@code content} is null and there are none, the body is
   *     not a JSON object
   */
  record Result(ApplicationContent content, List<Violation> violations) {}

  Result read(byte[] body) {
    return json.object(body)
        .map(object -> read(ObjectReading.of(object, MEMBERS)))
        .orElseGet(() -> new Result(null, List.of()));
  }

  private Result read(ObjectReading body) {
    body.require("parcels");
    ApplicationContent content =
        new ApplicationContent(
            country(body, "origin"),
            country(body, "destination"),
            Optional.ofNullable(body.wholeNumber("parcels", 1, 999)).orElse(0),
            body.wholeNumber("totalWeightGrams", 1, MAX_WEIGHT_GRAMS),
            MoneyReading.read(body, "declaredValue"),
            recipient(body),
            body.text("clientReference", 100));
    return new Result(body.violations().isEmpty() ? content : null, body.violations());
  }

  private String country(ObjectReading body, String member) {
    if (!body.require(member)) {
      return null;
    }
    String code = body.text(member, MAX_TEXT);
    if (code != null && !IsoCodes.isCountry(code)) {
      body.refuse(
          member,
          Violation.Code.NOT_A_CHOICE,
          "must be an ISO 3166-1 alpha-2 country code in upper case");
    }
    return code;
  }

  private static Recipient recipient(ObjectReading body) {
    ObjectReading members =
        body.object("recipient", Set.of("name", "phone", "postalCode", "addressLines"));
    if (members == null) {
      return null;
    }
    Recipient recipient =
        new Recipient(
            members.text("name", MAX_TEXT),
            members.text("phone", MAX_TEXT),
            members.text("postalCode", MAX_TEXT),
            members.texts("addressLines", 5, MAX_TEXT));
    return recipient.hasNoMembers() ? null : recipient;
  }
}
