package dev.uketsuke.support;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
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
