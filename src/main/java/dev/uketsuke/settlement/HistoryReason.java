package dev.uketsuke.settlement;

import com.fasterxml.jackson.annotation.JsonValue;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The reasons that the service itself writes into a history. Clients show them in the reader's
 * language by their stable codes; what a person has written has no code.
 *
 * <p>Guarantee: {@link #of} recognises every text that {@link #text} returns, so entries of earlier
 * releases and of the archive have codes, too. A text that is in use must therefore not change.
 */
@RegisterForReflection
public enum HistoryReason {
  /** The fee is zero, so the application counts as paid. */
  NOTHING_TO_PAY("Nothing to pay"),
  /** The first waybill number of the application was recorded. */
  WAYBILL_RECORDED("Waybill number {number}."),
  /** Another waybill number was reported than the one that was recorded first. */
  WAYBILL_KEPT("Waybill {reported} was reported; {kept} was kept."),
  /** The application was refunded before a waybill was ordered. */
  NO_WAYBILL_ORDERED("No waybill was ordered: the application is REFUNDED."),
  /** The application was refunded, and the carrier did not say whether it had booked a waybill. */
  NO_WAYBILL_KNOWN("No waybill is known: the application is REFUNDED.");

  /** Matches a place in a text. */
  private static final String PLACE = "\\{(\\w+)}";

  /** Who writes reasons of their own, as the history names them. */
  private static final String STAFF = "staff";

  private final String template;
  private final List<String> places;
  private final Pattern pattern;

  HistoryReason(String template) {
    this.template = template;
    this.places =
        Pattern.compile(PLACE).matcher(template).results().map(found -> found.group(1)).toList();
    this.pattern =
        Pattern.compile(
            ("\\Q" + template + "\\E").replaceAll(PLACE, Matcher.quoteReplacement("\\E(.+)\\Q")));
  }

  /**
   * Returns the text for the history.
   *
   * @param values one for each place of the text, in order
   */
  public String text(Object... values) {
    if (values.length != places.size()) {
      throw new IllegalArgumentException(this + " needs " + places + ", not " + values.length);
    }
    Iterator<Object> rest = Arrays.asList(values).iterator();
    return Pattern.compile(PLACE)
        .matcher(template)
        .replaceAll(place -> Matcher.quoteReplacement(String.valueOf(rest.next())));
  }

  /** Returns the code as the API writes it, for example {@code waybill-recorded}. */
  @JsonValue
  public String code() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns the reason with this text; empty if the service has not written it. */
  public static Optional<HistoryReason> of(String by, String text) {
    boolean written = text != null && !by.equals(STAFF);
    return Arrays.stream(values())
        .filter(reason -> written && reason.pattern.matcher(text).matches())
        .findFirst();
  }

  /**
   * Returns what stands in the places of a text of this reason, by their names; null if it has no
   * places.
   */
  public Map<String, String> values(String text) {
    if (places.isEmpty()) {
      return null;
    }
    Matcher matcher = pattern.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("The text is not one of " + this);
    }
    MatchResult found = matcher.toMatchResult();
    Map<String, String> values = new LinkedHashMap<>();
    for (int i = 0; i < places.size(); i++) {
      values.put(places.get(i), found.group(i + 1));
    }
    return values;
  }
}
