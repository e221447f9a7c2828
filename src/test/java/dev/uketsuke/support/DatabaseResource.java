package dev.uketsuke.support;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.util.HashMap;
import java.util.Map;

/**
 * Gives the application under test, in this JVM or packaged, a fresh database on the real server.
 */
public final class DatabaseResource implements QuarkusTestResourceLifecycleManager {

  @Override
  public Map<String, String> start() {
    var url = TestDatabase.create();
    var settings = new HashMap<>(configuration(url));
    // Quarkus keeps the settings of an earlier class, which may have gone through a pooler.
    settings.put("quarkus.flyway.jdbc-url", url);
    settings.put("uketsuke.database.pooler", "none");
    return settings;
  }

  /** The settings that point the service to a database. */
  static Map<String, String> configuration(String url) {
    return Map.of(
        "quarkus.datasource.jdbc.url",
        url,
        "quarkus.datasource.username",
        TestDatabase.USER,
        "quarkus.datasource.password",
        TestDatabase.PASSWORD,
        // So long that a test has to date back what it wants to have archived.
        "uketsuke.archive-after",
        "P36500D");
  }

  @Override
  public void stop() {
    // The server stops with the JVM; the database stays readable until then.
  }
}
