package dev.uketsuke.support;

/** What is recorded of payments, as the tests see it in the database. */
public final class Payments {

  private Payments() {}

  /** State and reason of one event, for example {@code UNMATCHED ALREADY_PAID}; null if unknown. */
  public static String state(String transaction, String type) {
    return TestDatabase.value(
        "SELECT concat_ws(' ', state, reason) FROM payment WHERE transaction_id = ? AND type = ?",
        transaction,
        type);
  }

  /**
   * All events about an application, for example {@code tx-1 PAID=APPLIED}, in the order of their
   * names, joined by a comma and a space; empty if there is none.
   */
  public static String about(String applicationId) {
    return TestDatabase.value(
        "SELECT coalesce(string_agg(transaction_id || ' ' || type || '=' || concat_ws(' ', state,"
            + " reason), ', ' ORDER BY transaction_id, type), '') FROM payment"
            + " WHERE application_id = ?::uuid",
        applicationId);
  }

  /** Our id of one event. */
  public static String id(String transaction, String type) {
    return TestDatabase.value(
        "SELECT id FROM payment WHERE transaction_id = ? AND type = ?", transaction, type);
  }

  /** How many events of a transaction are recorded. */
  public static int count(String transaction) {
    return Integer.parseInt(
        TestDatabase.value("SELECT count(*) FROM payment WHERE transaction_id = ?", transaction));
  }

  /** How many contents that contradict an event of a transaction are kept. */
  public static int contradictions(String transaction) {
    return Integer.parseInt(
        TestDatabase.value(
            "SELECT count(*) FROM payment_contradiction WHERE transaction_id = ?", transaction));
  }
}
