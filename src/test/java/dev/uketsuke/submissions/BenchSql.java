package dev.uketsuke.submissions;

import dev.uketsuke.accounts.Bucket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The scripts of {@code pgbench}, made from the service's own statements, so that the two cannot
 * drift apart.
 */
final class BenchSql {

  /** Keys that exist before replaying is measured: {@code replay-1} to {@code replay-…}. */
  static final int REPLAY_KEYS = 10_000;

  /** What Hibernate makes of {@code ShippingApplication.findByKey}; FindByKeyTest compares. */
  static final String FIND =
      "select sa1_0.id,sa1_0.accepted_at,sa1_0.account_id,sa1_0.archived_at,sa1_0.bucket,"
          + "sa1_0.client_reference,"
          + "sa1_0.declared_amount,sa1_0.declared_currency,sa1_0.destination,sa1_0.erased_at,"
          + "sa1_0.fee_amount,sa1_0.fee_currency,sa1_0.fingerprint,sa1_0.fingerprint_version,"
          + "sa1_0.idempotency_key,(sa1_0.key_expires_at <= now()),sa1_0.key_expires_at,"
          + "sa1_0.last_step,sa1_0.origin,sa1_0.parcels,sa1_0.recipient_address,sa1_0.recipient_name,"
          + "sa1_0.recipient_phone,sa1_0.recipient_postal_code,sa1_0.status,"
          + "sa1_0.total_weight_grams,sa1_0.updated_at,sa1_0.waybill_number"
          + " from shipping_application sa1_0"
          + " where sa1_0.account_id=? and sa1_0.idempotency_key=? and sa1_0.bucket=?";

  private static final Pattern INSERT =
      Pattern.compile(
          "INSERT INTO (\\w+) \\(([^)]*)\\)\\s+SELECT (.*?)\\s*(?=FROM)", Pattern.DOTALL);

  private static final String ACCOUNT = "https://identity.example/realms/uketsuke|bench";

  /** What the service binds for the smallest application, in the order of its placeholders. */
  private static final List<String> BOUND =
      List.of(
          "uuidv7()",
          "'" + ACCOUNT + "'",
          Integer.toString(Bucket.of(ACCOUNT)),
          "KEY",
          "decode('73cb68171cd23bc8171fc14020345177e60e66560583f07e3f2fb3a4e74cd763', 'hex')",
          "1::smallint",
          "2592000::float8",
          "'AU'",
          "'KR'",
          "1",
          "NULL::integer",
          "NULL::numeric",
          "NULL::text",
          "NULL::text",
          "NULL::text",
          "NULL::text",
          "NULL::text[]",
          "NULL::text",
          "uuidv7()",
          "'{\"origin\":\"AU\",\"parcels\":1,\"status\":\"ACCEPTED\",\"destination\":\"KR\",\"applicationId\":\"01a22d6e-174c-7650-a0a8-56353e1ba512\"}'",
          "NULL::text");

  private BenchSql() {}

  /** The service's statement as it is, under a new key each time. */
  static String createdInOneStatement() {
    return newKey()
        + "BEGIN;\n"
        + bound(SubmissionTable.INSERT, "'pgbench-' || :k")
        + ";\nCOMMIT;\n";
  }

  /** The same three inserts, one after the other in one explicit transaction. */
  static String createdInThreeStatements() {
    Matcher insert = INSERT.matcher(bound(SubmissionTable.INSERT, "'pgbench-' || :k"));
    Map<String, String> tails =
        Map.of(
            "shipping_application",
            "FROM (SELECT date_trunc('milliseconds', now()) AS now) t\n"
                + "ON CONFLICT ON CONSTRAINT shipping_application_account_key DO NOTHING\n"
                + "RETURNING id, account_id, bucket, accepted_at, key_expires_at \\gset\n",
            "application_history",
            ";\n",
            "outbox",
            ";\n");
    List<String> statements = new ArrayList<>();
    while (insert.find()) {
      String values = insert.group(3);
      if (!"shipping_application".equals(insert.group(1))) { // these read the row that came before
        values = values.replaceAll("\\b(accepted_at|account_id|bucket|id)\\b(?!')", ":$1");
      }
      statements.add(
          "INSERT INTO %s (%s)\nSELECT %s\n%s"
              .formatted(
                  insert.group(1), insert.group(2), typed(values), tails.get(insert.group(1))));
    }
    if (statements.size() != 3) {
      throw new IllegalStateException("three inserts expected, found " + statements.size());
    }
    return newKey() + "BEGIN;\n" + String.join("", statements) + "COMMIT;\n";
  }

  /** The insert that finds a conflict, then the read, as the service does it. */
  static String replayed() {
    String key = "'replay-' || :k";
    String find =
        FIND.replaceFirst("\\?", Matcher.quoteReplacement(BOUND.get(1)))
            .replaceFirst("\\?", Matcher.quoteReplacement(key))
            .replaceFirst("\\?", BOUND.get(2));
    return "\\set k random(1, %d)\n".formatted(REPLAY_KEYS)
        + bound(SubmissionTable.INSERT, key)
        + ";\n"
        + find
        + ";\n";
  }

  private static String newKey() {
    return "\\set k random(1, 9000000000000000)\n";
  }

  private static String typed(String values) {
    return values
        .replace(":id", ":id::uuid")
        .replace(":account_id", ":account_id::text")
        .replace(":bucket", ":bucket::integer")
        .replace(":accepted_at", ":accepted_at::timestamptz");
  }

  private static String bound(String sql, String key) {
    Matcher placeholder = Pattern.compile("\\?").matcher(sql);
    StringBuilder text = new StringBuilder();
    int index = 0;
    while (placeholder.find()) {
      String value = BOUND.get(index++);
      placeholder.appendReplacement(
          text, Matcher.quoteReplacement("KEY".equals(value) ? key : value));
    }
    if (index != BOUND.size()) {
      throw new IllegalStateException(
          "the service binds " + index + " values, not " + BOUND.size());
    }
    return placeholder.appendTail(text).toString();
  }
}
