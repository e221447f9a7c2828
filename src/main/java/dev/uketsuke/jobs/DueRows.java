package dev.uketsuke.jobs;

import dev.uketsuke.database.EngineSettings;
import dev.uketsuke.database.EngineSettings.Engine;
import dev.uketsuke.database.Sql;
import dev.uketsuke.jobs.RetentionStep.Oldest;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Finds rows that are due in tables whose keys carry a bucket, and hands them over to be dealt
 * with.
 *
 * <p>Guarantee: finding locks nothing, so that the statement which locks can name buckets and ids.
 * On a distributed engine it is given one bucket at a time and reaches one node; on PostgreSQL it
 * is given all at once.
 */
@Singleton
public class DueRows {

  private final boolean oneBucketAtATime;

  DueRows(EngineSettings settings) {
    oneBucketAtATime = settings.engine() == Engine.CITUS;
  }

  /** What is done to rows that are due. */
  @FunctionalInterface
  public interface Work {
    /**
     * Deals with those rows that are still due and that nobody else holds.
     *
     * @param buckets all buckets of the rows; for {@code bucket = ANY (?)}
     * @param ids the rows; for {@code id = ANY (?)}
     * @return how many rows were dealt with
     */
    int run(Integer[] buckets, UUID[] ids) throws SQLException;
  }

  private record Row(int bucket, UUID id) {}

  /**
   * Deals with rows, oldest first, until at least {@code limit} are done or none is left but those
   * that somebody else holds. It always reads {@code limit} rows at once: if others hold nearly all
   * of them, reading only as many as are missing would take a query for each row.
   *
   * @param rows of a table with the columns {@code id} and {@code bucket}
   * @param now what is due is due by this moment
   * @param limit how many rows to read at once, and to deal with at least if so many are due
   * @return how many rows were dealt with; fewer than twice the limit
   */
  public int take(Connection connection, Oldest rows, Instant now, int limit, Work work)
      throws SQLException {
    Instant until = now.minus(rows.retention());
    List<UUID> seen = new ArrayList<>();
    int done = 0;
    while (done < limit) {
      List<Row> due =
          Sql.query(
              connection,
              due(rows),
              row -> new Row(row.getInt("bucket"), row.getObject("id", UUID.class)),
              until,
              seen.toArray(UUID[]::new),
              limit);
      if (due.isEmpty()) {
        return done;
      }
      for (Collection<Row> group : groups(due)) {
        done +=
            work.run(
                group.stream().map(Row::bucket).distinct().toArray(Integer[]::new),
                group.stream().map(Row::id).toArray(UUID[]::new));
      }
      // What somebody else holds is still due; without this it would be found again and again.
      due.forEach(row -> seen.add(row.id()));
    }
    return done;
  }

  private static String due(Oldest rows) {
    return String.format(
        Locale.ROOT,
        "SELECT bucket, id FROM %1$s WHERE %3$s AND %2$s <= ? AND id <> ALL (?) ORDER BY %2$s LIMIT ?",
        rows.table(),
        rows.age(),
        "(" + rows.condition() + ")");
  }

  private Collection<? extends Collection<Row>> groups(List<Row> due) {
    if (!oneBucketAtATime) {
      return List.of(due);
    }
    Map<Integer, List<Row>> groups = new TreeMap<>();
    due.forEach(row -> groups.computeIfAbsent(row.bucket(), none -> new ArrayList<>()).add(row));
    return groups.values();
  }
}
