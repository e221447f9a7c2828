package dev.uketsuke.support;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The ground the other tests stand on holds. */
class SupportTest {

  @Test
  void databaseIsARealServerAndFreshEachTime() {
    var first = TestDatabase.create();
    TestDatabase.execute("CREATE TABLE mark (id int)");
    var second = TestDatabase.create();

    assertNotEquals(first, second);
    assertTrue(TestDatabase.value("SHOW server_version").startsWith("18"));
    assertEquals("0", TestDatabase.value("SELECT count(*) FROM pg_class WHERE relname = 'mark'"));
  }

  @Test
  void failingWriteFailsUntilHealed() throws Exception {
    TestDatabase.create();
    TestDatabase.execute("CREATE TABLE t (id int)");
    Tricks.failingWrite("t")
        .during(
            () ->
                assertThrows(
                    IllegalStateException.class,
                    () -> TestDatabase.execute("INSERT INTO t VALUES (1)")));
    TestDatabase.execute("INSERT INTO t VALUES (1)");
  }

  /**
   * The statement locks a, waits until the rival waits for a, and then wants b, which the rival
   * holds. The rival never looks for deadlocks, so PostgreSQL ends the statement. The sequence
   * counts its runs, since a rollback does not take a number back.
   */
  @Test
  void statementEndedByADeadlockIsRunAgain() throws Exception {
    TestDatabase.create();
    TestDatabase.execute(
        "CREATE TABLE a (id int)", "CREATE TABLE b (id int)", "CREATE SEQUENCE runs");
    try (var rival = TestDatabase.connect();
        var statement = rival.createStatement()) {
      statement.execute("SET deadlock_timeout = '1h'");
      rival.setAutoCommit(false);
      statement.execute("LOCK TABLE b");
      var ended =
          Concurrently.start(
              alone -> {
                TestDatabase.execute(
                    """
                    DO $$BEGIN
                      IF nextval('runs') = 1 THEN
                        LOCK TABLE a;
                        WHILE NOT EXISTS (
                          SELECT FROM pg_locks WHERE relation = 'a'::regclass AND NOT granted)
                        LOOP
                          PERFORM pg_sleep(0.01);
                        END LOOP;
                        LOCK TABLE b;
                      END IF;
                    END$$""");
                return null;
              });
      var holders = "SELECT count(*) FROM pg_locks WHERE relation = 'a'::regclass AND granted";
      Until.holds("the statement holds a", () -> TestDatabase.value(holders).equals("1"));
      statement.execute("LOCK TABLE a");
      rival.commit();
      ended.get(2, TimeUnit.MINUTES);
    }
    assertEquals("2", TestDatabase.value("SELECT last_value FROM runs"));
  }

  @Test
  void everyTokenIsNew() {
    var caller = Tokens.applicant();
    assertNotEquals(caller.token(), caller.token());
    assertNotEquals(Tokens.applicant().subject(), Tokens.applicant().subject());
  }

  @Test
  void concurrentWorkAllRuns() throws Exception {
    assertEquals(20, new HashSet<>(Concurrently.run(20, i -> i)).size());
  }
}
