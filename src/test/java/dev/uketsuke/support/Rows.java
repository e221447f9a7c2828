package dev.uketsuke.support;

/**
 * How many rows exist for one idempotency key, over all accounts: what the four tricks are judged
 * by.
 */
public record Rows(int applications, int history, int outbox) {

  public static final Rows NONE = new Rows(0, 0, 0);

  /** One application, its first history row and its first event. */
  public static final Rows ONE = new Rows(1, 1, 1);

  public static Rows ofKey(String key) {
    return new Rows(
        count("SELECT count(*) FROM shipping_application WHERE idempotency_key = ?", key),
        count(
            "SELECT count(*) FROM application_history h JOIN shipping_application a"
                + " ON a.id = h.application_id WHERE a.idempotency_key = ?",
            key),
        count(
            "SELECT count(*) FROM outbox o JOIN shipping_application a"
                + " ON a.id::text = o.aggregateid WHERE a.idempotency_key = ?",
            key));
  }

  /** Returns the id of the only application that has the key, in any account. */
  public static String applicationOf(String key) {
    return TestDatabase.value("SELECT id FROM shipping_application WHERE idempotency_key = ?", key);
  }

  /**
   * Returns how many history and outbox rows belong to no application. Compare two counts: tests of
   * the outbox write rows without an application, but a torn transaction adds to the number.
   */
  public static int orphans() {
    return count(
            "SELECT count(*) FROM application_history h WHERE NOT EXISTS"
                + " (SELECT 1 FROM shipping_application a WHERE a.id = h.application_id)")
        + count(
            "SELECT count(*) FROM outbox o WHERE NOT EXISTS"
                + " (SELECT 1 FROM shipping_application a WHERE a.id::text = o.aggregateid)");
  }

  private static int count(String sql, Object... parameters) {
    return Integer.parseInt(TestDatabase.value(sql, parameters));
  }
}
