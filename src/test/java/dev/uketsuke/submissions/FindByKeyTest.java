package dev.uketsuke.submissions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.accounts.Account;
import dev.uketsuke.applications.ApplicationStatus;
import dev.uketsuke.applications.ShippingApplication;
import dev.uketsuke.database.DatabaseFailure;
import dev.uketsuke.database.Sql;
import dev.uketsuke.idempotency.IdempotencyKey;
import dev.uketsuke.support.Api;
import dev.uketsuke.support.RealParts;
import dev.uketsuke.support.TestDatabase;
import io.agroal.api.AgroalDataSource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The read that replay, conflict and expiry are decided from. */
@QuarkusTest
@RealParts
class FindByKeyTest {

  @Inject AgroalDataSource dataSource;

  private final String key = Api.newKey();
  private Api api;

  @BeforeEach
  void newApplicant() {
    api = Api.asApplicant();
  }

  @Test
  void readsOnTheGivenConnectionAndEachTimeWhatIsCommitted() throws Exception {
    try (var connection = dataSource.getConnection()) {
      assertTrue(find(connection).isEmpty());
      var id = api.submit(key, Api.SMALLEST).expect(201).applicationId();
      assertEquals(ApplicationStatus.ACCEPTED, find(connection).orElseThrow().status());

      connection.setAutoCommit(false);
      assertFalse(find(connection).orElseThrow().isKeyExpired());
      TestDatabase.update(
          "UPDATE shipping_application SET status = 'CANCELLED', key_expires_at = accepted_at"
              + " WHERE id = ?::uuid",
          id);
      var found = find(connection).orElseThrow();
      assertEquals(ApplicationStatus.CANCELLED, found.status());
      assertTrue(found.isKeyExpired());
      Sql.update(
          connection, "UPDATE shipping_application SET status = 'ACCEPTED' WHERE id = ?::uuid", id);
      assertEquals(ApplicationStatus.ACCEPTED, find(connection).orElseThrow().status());
      connection.rollback();
    }
  }

  @Test
  void anotherAccountsKeyIsNotFound() throws Exception {
    api.submit(key, Api.SMALLEST).expect(201);
    var stranger = Api.asApplicant();
    try (var connection = dataSource.getConnection()) {
      assertTrue(
          ShippingApplication.findByKey(connection, account(stranger), new IdempotencyKey(key))
              .isEmpty());
    }
  }

  @Test
  void brokenConnectionIsReportedAsTheDriverReportsIt() throws Exception {
    try (var connection = dataSource.getConnection()) {
      TestDatabase.value("SELECT pg_terminate_backend(?)", pid(connection));
      var failure = assertThrows(SQLException.class, () -> find(connection));
      assertEquals(DatabaseFailure.UNKNOWN, DatabaseFailure.of(failure), failure::toString);
    }
  }

  @Test
  void entityMapsEveryColumnOfTheTable() throws Exception {
    try (var connection = dataSource.getConnection()) {
      var sql = statement(connection);
      var columns =
          Sql.query(
              connection,
              "SELECT attname FROM pg_attribute WHERE attrelid = 'shipping_application'::regclass"
                  + " AND attnum > 0 AND NOT attisdropped",
              row -> row.getString(1));
      assertTrue(columns.size() > 20, columns::toString);
      for (var column : columns) {
        assertTrue(sql.matches(".*[.]" + column + "\\b.*from.*"), column);
      }
    }
  }

  @Test
  void benchReadsByTheSameStatement() throws Exception {
    try (var connection = dataSource.getConnection()) {
      assertEquals(BenchSql.FIND, statement(connection).replaceAll("\\$[0-9]", "?"));
    }
  }

  private Optional<ShippingApplication> find(Connection connection) throws SQLException {
    return ShippingApplication.findByKey(connection, account(api), new IdempotencyKey(key));
  }

  private static Integer pid(Connection connection) throws SQLException {
    return Sql.one(connection, "SELECT pg_backend_pid()", row -> row.getInt(1)).orElseThrow();
  }

  /** Returns the SQL that finding by key sends to the server. */
  private String statement(Connection connection) throws SQLException {
    var pid = pid(connection);
    find(connection);
    return TestDatabase.value("SELECT query FROM pg_stat_activity WHERE pid = ?", pid);
  }

  private static Account account(Api api) {
    return new Account(api.caller().issuer() + "|" + api.caller().subject());
  }
}
