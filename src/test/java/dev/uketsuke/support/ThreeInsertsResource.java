package dev.uketsuke.support;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.util.Map;

/**
 * Makes the application under test write submissions, and clean up, as it does on a distributed
 * engine; PostgreSQL takes those statements as well.
 */
public final class ThreeInsertsResource implements QuarkusTestResourceLifecycleManager {

  @Override
  public Map<String, String> start() {
    return Map.of("uketsuke.database.engine", "citus");
  }

  @Override
  public void stop() {
    // It is a setting alone.
  }
}
