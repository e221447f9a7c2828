package dev.uketsuke.support;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.util.HashMap;
import java.util.Map;

/**
 * Lets the application under test reach its database through a real PgBouncer in transaction mode;
 * it replaces {@link DatabaseResource}.
 */
public final class PooledDatabaseResource implements QuarkusTestResourceLifecycleManager {

  private PgBouncer pooler;

  @Override
  public Map<String, String> start() {
    var url = TestDatabase.create();
    try {
      pooler = PgBouncer.start();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
    var settings = new HashMap<>(DatabaseResource.configuration(pooler.through(url)));
    settings.put("quarkus.flyway.jdbc-url", url);
    settings.put("uketsuke.database.pooler", "transaction");
    return settings;
  }

  /** After the ordinary database, so that this one counts. */
  @Override
  public int order() {
    return Integer.MAX_VALUE;
  }

  @Override
  public void stop() {
    if (pooler != null) {
      pooler.close();
    }
  }
}
