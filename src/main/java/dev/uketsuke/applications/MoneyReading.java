package dev.uketsuke.applications;

import dev.uketsuke.json.ObjectReading;
import dev.uketsuke.problems.Violation;
import java.util.Set;

/** Reads money, {@code {"amount":"12.50","currency":"AUD"}}, from a JSON object (contract §3). */
public final class MoneyReading {

  private static final int MAX_TEXT = 40;

  private MoneyReading() {}

  /**
   * Returns the money that a member contains, in a currency that has not been withdrawn.
   *
   * @param body the object that has the member; violations are added there
   * @param member its name
   * @return the money, normalised; null if absent or refused
   */
  public static Money read(ObjectReading body, String member) {
    return read(body, member, false);
  }

  /**
   * Returns the money that a member contains. A withdrawn currency is allowed, because a payment
   * may arrive after its currency has been withdrawn.
   *
   * @param body the object that has the member; violations are added there
   * @param member its name
   * @return the money, normalised; null if absent or refused
   */
  public static Money readPayment(ObjectReading body, String member) {
    return read(body, member, true);
  }

  private static Money read(ObjectReading body, String member, boolean withdrawnToo) {
    ObjectReading members = body.object(member, Set.of("amount", "currency"));
    if (members == null) {
      return null;
    }
    boolean complete = members.require("amount") & members.require("currency");
    String amount = members.text("amount", MAX_TEXT);
    String currency = members.text("currency", MAX_TEXT);
    if (!complete || amount == null || currency == null) {
      return null;
    }
    int digits = IsoCodes.minorUnits(currency);
    if (digits < 0 || !withdrawnToo && !IsoCodes.isCurrentCurrency(currency)) {
      members.refuse(
          "currency",
          Violation.Code.NOT_A_CHOICE,
          "must be the code of a current ISO 4217 currency in upper case");
      return null;
    }
    Money money = Money.of(amount, currency).orElse(null);
    if (money == null) {
      members.refuse(
          "amount",
          Violation.Code.MALFORMED,
          "must be a decimal string, not negative, with at most " + digits + " decimals");
    }
    return money;
  }
}
