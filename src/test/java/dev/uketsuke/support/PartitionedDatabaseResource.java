package dev.uketsuke.support;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.util.Map;

/**
 * Gives the application under test a database whose tables are divided into HASH partitions; it
 * replaces the one of {@link DatabaseResource}.
 */
public final class PartitionedDatabaseResource implements QuarkusTestResourceLifecycleManager {

  private static final int PARTITIONS = 8;

  @Override
  public Map<String, String> start() {
    var url = TestDatabase.create();
    Partitions.migrate(url);
    Partitions.define(url);
    Partitions.run(
        url,
        "CALL partitioned.prepare(" + PARTITIONS + ")",
        "CALL partitioned.copy_all(1000)",
        "CALL partitioned.switch_over()");
    return DatabaseResource.configuration(url);
  }

  /** After the ordinary database, so that this one counts. */
  @Override
  public int order() {
    return Integer.MAX_VALUE;
  }

  @Override
  public void stop() {
    // The server stops with the JVM.
  }
}
