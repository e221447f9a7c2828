package dev.uketsuke.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.uketsuke.database.Sql;
import dev.uketsuke.database.Transactions;
import dev.uketsuke.lists.ListQuery;
import dev.uketsuke.lists.NewestFirst.Statement;
import dev.uketsuke.lists.Position;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Reads dead letters as staff see them, the newest first. */
@Singleton
public class DeadLetterRows {

  private static final int EXCERPT_BYTES = 500;

  static final String COLUMNS =
      "id, topic, partition, record_offset, application_id, reason,"
          + " octet_length(record_value) AS size, substr(record_value, 1, 500) AS excerpt,"
          + " received_at, state, note, settled_at";

  private static final String FIND = "SELECT " + COLUMNS + " FROM dead_letter WHERE id = ?";

  private final Transactions transactions;

  DeadLetterRows(Transactions transactions) {
    this.transactions = transactions;
  }

  /**
   * Returns one page of the dead letters that fit the filter.
   *
   * @param scope what the cursor of the next page is good for
   */
  public DeadLetterPage list(
      DeadLetterFilter filter, Optional<Position> after, int limit, String scope) {
    return ListQuery.page(
        rows(filter, after, limit + 1),
        limit,
        scope,
        letter -> letter,
        DeadLetterRows::position,
        DeadLetterPage::new);
  }

  /** Returns the dead letters that fit the filter and follow the position, at most so many. */
  public List<DeadLetterView> rows(DeadLetterFilter filter, Optional<Position> after, int most) {
    Statement page = filter.page(COLUMNS, after, most);
    return transactions.run(c -> Sql.query(c, page.sql(), DeadLetterRows::view, page.values()));
  }

  /** Returns one dead letter as it is recorded now; it has to exist. */
  public DeadLetterView current(UUID id) {
    return transactions.run(c -> Sql.one(c, FIND, DeadLetterRows::view, id)).orElseThrow();
  }

  /** Returns where a dead letter stands in the list. */
  public static Position position(DeadLetterView letter) {
    return new Position(letter.receivedAt(), letter.id());
  }

  private static DeadLetterView view(ResultSet row) throws SQLException {
    return new DeadLetterView(
        row.getObject("id", UUID.class),
        row.getString("topic"),
        row.getInt("partition"),
        row.getLong("record_offset"),
        row.getObject("application_id", UUID.class),
        row.getString("reason"),
        row.getObject("size", Integer.class),
        text(row.getBytes("excerpt")),
        time(row, "received_at"),
        DeadLetterState.valueOf(row.getString("state")),
        row.getString("note"),
        time(row, "settled_at"));
  }

  /** What is not UTF-8 becomes U+FFFD; a character that the end of the excerpt cuts is left out. */
  private static String text(byte[] bytes) {
    if (bytes == null) {
      return null;
    }
    String text = new String(bytes, UTF_8);
    boolean cut = bytes.length == EXCERPT_BYTES && text.endsWith("\uFFFD");
    return cut ? text.substring(0, text.length() - 1) : text;
  }

  private static Instant time(ResultSet row, String column) throws SQLException {
    OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
    return time == null ? null : time.toInstant();
  }
}
