package dev.uketsuke.submissions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import org.junit.jupiter.api.Test;

/**
 * The bench compares like with like: its scripts follow the service's statements, or this fails.
 */
class BenchSqlTest {

  @Test
  void scriptsAreMadeFromTheStatementsOfTheService() {
    for (var script :
        new String[] {
          BenchSql.createdInOneStatement(), BenchSql.createdInThreeStatements(), BenchSql.replayed()
        }) {
      assertFalse(script.contains("?"), script);
    }
    assertEquals(3, BenchSql.createdInThreeStatements().split("INSERT INTO").length - 1);
  }
}
