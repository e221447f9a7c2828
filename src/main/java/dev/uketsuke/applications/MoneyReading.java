package dev.uketsuke.applications;

import dev.uketsuke.json.Members;
import java.util.Set;

/**
 * Reads a money member, {@code {"amount":"12.50","currency":"AUD"}}, by the rules of contract §3.
 */
public final class MoneyReading {

  private static final int MAX_TEXT = 40;

  private MoneyReading() {}

  /**
   * Reads one money member.
   *
   * @param body the object that has it; violations are noted there
   * @param member its name
   * @return the money, normalised; null if absent or refused
   */
  public static Money read(Members body, String member) {
    Members members = body.object(member, Set.of("amount", "currency"));
    if (members == null) {
      return null;
    }
    boolean complete = members.require("amount") & members.require("currency");
    String amount = members.text("amount", MAX_TEXT);
    String currency = members.text("currency", MAX_TEXT);
    if (!complete || amount == null || currency == null) {
      return null;
    }
    int digits = Money.minorUnits(currency);
    if (digits < 0) {
      members.refuse("currency", "must be an ISO 4217 currency code in upper case");
      return null;
    }
    Money money = Money.of(amount, currency).orElse(null);
    if (money == null) {
      members.refuse(
          "amount", "must be a decimal string, not negative, with at most " + digits + " decimals");
    }
    return money;
  }
}
