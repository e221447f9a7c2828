package dev.uketsuke.applications;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.accounts.Bucket;
import dev.uketsuke.database.Sql;
import dev.uketsuke.support.Api;
import dev.uketsuke.support.Archive;
import dev.uketsuke.support.Concurrently;
import dev.uketsuke.support.Moves;
import dev.uketsuke.support.RealParts;
import dev.uketsuke.support.TestDatabase;
import dev.uketsuke.support.Tokens;
import dev.uketsuke.support.Until;
import io.quarkus.test.junit.QuarkusTest;
import java.sql.Connection;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The archive beside an erasure that runs at the same time, and an archive that lost a row. */
@QuarkusTest
@RealParts
class ArchiveTableTest {

  private static final String CONTENT =
      "{\"origin\":\"AU\",\"destination\":\"KR\",\"parcels\":3,\"clientReference\":\"R-19\","
          + "\"recipient\":{\"name\":\"Kim\"}}";

  @Test
  void bringingBackDoesNotUndoAnErasureThatRunsAtTheSameTime() throws Exception {
    var id = archived();
    int bucket = Bucket.in(id);
    try (Connection erasing = TestDatabase.connect();
        Connection writing = TestDatabase.connect()) {
      erasing.setAutoCommit(false);
      writing.setAutoCommit(false);
      var buckets = new Integer[] {bucket};
      var ids = new UUID[] {id};
      assertEquals(1, Sql.update(erasing, EraseArchivedContent.ERASE, buckets, ids));
      var writer = pid(writing);

      var noted =
          Concurrently.start(
              i -> {
                var done = LifeTable.note(writing, id, Actor.WAREHOUSE, "A late remark.");
                writing.commit();
                return done;
              });
      Until.holds(
          "the note waits for the erasure",
          () -> {
            if (noted.isDone()) {
              throw new AssertionError("it did not wait: " + noted.get());
            }
            return "t"
                .equals(TestDatabase.value("SELECT cardinality(pg_blocking_pids(?)) > 0", writer));
          });
      erasing.commit();
      assertTrue(noted.get(1, TimeUnit.MINUTES));
    }
    assertEquals(
        "erased",
        TestDatabase.value(
            "SELECT concat(recipient_name, client_reference, CASE WHEN erased_at IS NOT NULL THEN"
                + " 'erased' END) FROM shipping_application WHERE id = ?",
            id));
    assertEquals(
        "0", TestDatabase.value("SELECT count(*) FROM archived_application WHERE id = ?", id));
  }

  @Test
  void applicationWhoseArchivedRowIsLostIsNamed() throws Exception {
    var id = archived();
    try (Connection connection = TestDatabase.connect()) {
      connection.setAutoCommit(false);
      Sql.update(connection, "DELETE FROM archived_application WHERE id = ?", id);

      var lost = assertThrows(IllegalStateException.class, () -> LifeTable.find(connection, id));

      assertTrue(lost.getMessage().contains("application " + id), lost::getMessage);
      assertTrue(lost.getMessage().contains("from a backup"), lost::getMessage);
      connection.rollback();
    }
  }

  private static UUID archived() {
    var owner = Api.asApplicant();
    var created = owner.submit(Api.newKey(), CONTENT).expect(201);
    new Moves(owner, Api.as(Tokens.staff()), created.applicationId()).cancel(owner).expect(200);
    Archive.dateBack(created.applicationId());
    Archive.expectArchived(created.applicationId());
    return UUID.fromString(created.applicationId());
  }

  private static int pid(Connection connection) throws Exception {
    return Sql.one(connection, "SELECT pg_backend_pid()", row -> row.getInt(1)).orElseThrow();
  }
}
