package dev.uketsuke.database;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.uketsuke.support.RealParts;
import dev.uketsuke.support.TestDatabase;
import dev.uketsuke.support.Until;
import io.agroal.api.AgroalDataSource;
import io.agroal.api.AgroalDataSource.FlushMode;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A session of the service is as the service wants it, whatever role and database are set to. */
@QuarkusTest
@RealParts
class SessionLimitsTest {

  private static final Map<String, String> SETTINGS =
      Map.of(
          "synchronous_commit", "off",
          "lock_timeout", "0",
          "statement_timeout", "0",
          "idle_in_transaction_session_timeout", "0",
          "default_transaction_isolation", "serializable");

  @Inject AgroalDataSource dataSource;

  @Test
  void settingsOfTheRoleDoNotCount() throws Exception {
    assertHoldsAgainst("ALTER ROLE " + TestDatabase.USER);
  }

  @Test
  void settingsOfTheDatabaseDoNotCount() throws Exception {
    assertHoldsAgainst("ALTER DATABASE " + TestDatabase.value("SELECT current_database()"));
  }

  private void assertHoldsAgainst(String alter) throws Exception {
    SETTINGS.forEach((name, value) -> TestDatabase.execute(alter + " SET " + name + "=" + value));
    var altered = TestDatabase.value("SELECT clock_timestamp()");
    try {
      Until.holds("a session begun since", () -> isHeld(altered));
    } finally {
      SETTINGS.keySet().forEach(name -> TestDatabase.execute(alter + " RESET " + name));
      dataSource.flush(FlushMode.GRACEFUL);
    }
  }

  private boolean isHeld(String altered) throws SQLException {
    dataSource.flush(FlushMode.GRACEFUL);
    try (var connection = dataSource.getConnection();
        var statement = connection.createStatement()) {
      if (!began(statement, altered)) {
        return false;
      }
      assertEquals("on", show(statement, "synchronous_commit"));
      assertEquals("2s", show(statement, "lock_timeout"));
      assertEquals("5s", show(statement, "statement_timeout"));
      assertEquals("10s", show(statement, "idle_in_transaction_session_timeout"));
      assertEquals("read committed", show(statement, "transaction_isolation"));
      return true;
    }
  }

  private static boolean began(Statement statement, String after) throws SQLException {
    try (var row =
        statement.executeQuery(
            "SELECT backend_start > '"
                + after
                + "' FROM pg_stat_activity WHERE pid = pg_backend_pid()")) {
      row.next();
      return row.getBoolean(1);
    }
  }

  private static String show(Statement statement, String name) throws SQLException {
    try (var row = statement.executeQuery("SHOW " + name)) {
      row.next();
      return row.getString(1);
    }
  }
}
