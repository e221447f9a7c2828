package dev.uketsuke.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.support.Api;
import dev.uketsuke.support.PackagedService;
import dev.uketsuke.support.TestDatabase;
import dev.uketsuke.support.Tokens;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who migrates the schema of the packaged service, on which host, and in which language. */
class SchemaIT {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** Its digits, and 89 other locales', are not those of SQL. */
  private static final String ARABIC = "-Duser.language=ar -Duser.country=EG";

  @BeforeEach
  void freshDatabase() {
    TestDatabase.create();
  }

  @Test
  void schemaIsMigratedByAJobAndServedByEveryRuntime() throws Exception {
    var serves =
        Map.of(
            "UKETSUKE_MIGRATE_AT_START", "false", "JAVA_TOOL_OPTIONS", ARABIC + otherCurrencies());

    try (var tooEarly = PackagedService.launch(serves)) {
      assertNotEquals(0, tooEarly.awaitExit(PATIENCE));
      var lines = tooEarly.log().lines().filter(l -> l.contains("--job=migrate")).toList();
      assertEquals(1, lines.size(), tooEarly.log());
      assertFalse(tooEarly.log().contains("\tat "), tooEarly.log());
      assertEquals("f", TestDatabase.value("SELECT to_regclass('outbox') IS NOT NULL"));
    }
    // The job needs no identity provider, not even the settings of one.
    var job =
        Map.of(
            "UKETSUKE_MIGRATE_AT_START", "false",
            "JAVA_TOOL_OPTIONS", ARABIC,
            "QUARKUS_OIDC_PUBLIC_KEY", "");
    try (var migrates = PackagedService.launch(job, "--job", "migrate")) {
      assertEquals(0, migrates.awaitExit(PATIENCE), migrates.log());
      assertTrue(migrates.log().contains("The schema is up to date"), migrates.log());
    }
    TestDatabase.execute("REVOKE CREATE ON SCHEMA public FROM PUBLIC, " + TestDatabase.USER);
    try (var service = PackagedService.start(serves)) {
      assertEquals(201, submit(service));
      assertEquals(400, declare(service, "1.5", "JPY"));
      assertEquals(201, declare(service, "1", "JPY"));
      assertEquals(201, declare(service, "1.234", "KWD"));
      assertEquals(201, declare(service, "1.23", "XCG"));
      assertEquals(400, declare(service, "1.23", "BGN"));
    }
  }

  /**
   * The option with which a Java runtime knows other currencies than ours: the yen has decimals,
   * the dinar has none.
   */
  private static String otherCurrencies() throws IOException {
    var file = Files.createTempFile("currencies", ".properties");
    file.toFile().deleteOnExit();
    Files.writeString(file, "JP=JPY,392,3\nKW=KWD,414,0\n");
    return " -Djava.util.currency.data=" + file;
  }

  private static int declare(PackagedService service, String amount, String currency) {
    var body =
        Api.SMALLEST.replace(
            "}",
            ",\"declaredValue\":{\"amount\":\"%s\",\"currency\":\"%s\"}}"
                .formatted(amount, currency));
    return Api.at(service.uri(), Tokens.applicant()).submit(Api.newKey(), body).status();
  }

  /** After a failover the first host in the URL may be the one that is read-only. */
  @Test
  void migrationsRunOnTheHostThatCanBeWrittenTo() throws Exception {
    var writable = TestDatabase.currentUrl();
    var name = writable.replaceFirst(".*/", "");
    try (var standby =
        EmbeddedPostgres.builder().setServerConfig("default_transaction_read_only", "on").start()) {
      try (var connection = standby.getPostgresDatabase().getConnection();
          var statement = connection.createStatement()) {
        statement.execute("SET default_transaction_read_only = off");
        statement.execute(
            "CREATE ROLE " + TestDatabase.USER + " LOGIN PASSWORD '" + TestDatabase.PASSWORD + "'");
        statement.execute("CREATE DATABASE " + name + " OWNER " + TestDatabase.USER);
      }
      var hosts = writable.replaceFirst("//", "//localhost:" + standby.getPort() + ",");
      try (var service = PackagedService.start(Map.of("QUARKUS_DATASOURCE_JDBC_URL", hosts))) {
        assertEquals(201, submit(service));
      }
      assertEquals("t", TestDatabase.value("SELECT to_regclass('outbox') IS NOT NULL"));
    }
  }

  private static int submit(PackagedService service) {
    return Api.at(service.uri(), Tokens.applicant()).submit(Api.newKey(), Api.SMALLEST).status();
  }
}
