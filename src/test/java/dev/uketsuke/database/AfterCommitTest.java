package dev.uketsuke.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.uketsuke.support.TestDatabase;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** When the commit is through, and only then. */
class AfterCommitTest {

  private final List<String> done = new ArrayList<>();
  private final String table = "t_" + UUID.randomUUID().toString().replace("-", "");

  @Test
  void actionSeesWhatWasCommitted() throws Exception {
    try (var connection = TestDatabase.connect()) {
      Transactions.on(
          connection,
          c -> {
            c.createStatement().execute("CREATE TABLE " + table + " AS SELECT 1");
            AfterCommit.add(
                () ->
                    done.add(TestDatabase.value("SELECT count(*) FROM " + table + " WHERE true")));
            assertEquals(List.of(), done);
            return null;
          });
    }
    assertEquals(List.of("1"), done);
  }

  @Test
  void rollbackLeavesItUndone() throws Exception {
    try (var connection = TestDatabase.connect()) {
      assertThrows(
          SQLException.class,
          () ->
              Transactions.on(
                  connection,
                  c -> {
                    AfterCommit.add(() -> done.add("undone"));
                    throw new SQLException("rolled back");
                  }));
      Transactions.on(connection, c -> null);
    }
    AfterCommit.add(() -> done.add("no transaction"));
    assertEquals(List.of(), done);
  }

  @Test
  void actionThatFailsChangesNothing() throws Exception {
    try (var connection = TestDatabase.connect()) {
      var result =
          Transactions.on(
              connection,
              c -> {
                AfterCommit.add(
                    () -> {
                      throw new IllegalStateException("fails");
                    });
                AfterCommit.add(() -> done.add("done"));
                return "committed";
              });
      assertEquals("committed", result);
    }
    assertEquals(List.of("done"), done);
  }

  @Test
  void innerTransactionKeepsToItself() throws Exception {
    try (var outer = TestDatabase.connect();
        var inner = TestDatabase.connect()) {
      Transactions.on(
          outer,
          c -> {
            AfterCommit.add(() -> done.add("outer"));
            Transactions.on(
                inner,
                i -> {
                  AfterCommit.add(() -> done.add("inner"));
                  return null;
                });
            assertEquals(List.of("inner"), done);
            return null;
          });
    }
    assertEquals(List.of("inner", "outer"), done);
  }
}
