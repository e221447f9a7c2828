package dev.uketsuke.schema;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.zip.CRC32;
import org.flywaydb.core.api.configuration.Configuration;
import org.flywaydb.core.api.resource.LoadableResource;

/**
 * One migration, as this release contains it or as the database has recorded it.
 *
 * @param version the number of the script
 * @param checksum the CRC-32 of its lines, as Flyway computes it
 */
record Migration(String version, int checksum) {

  /** Returns the migrations of this release. */
  static Set<Migration> ofThisRelease(Configuration flyway) {
    return flyway.getResourceProvider().getResources("V", new String[] {".sql"}).stream()
        .map(script -> new Migration(versionOf(script.getFilename()), checksumOf(script)))
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Returns the number of migrations of this release, without reading them. */
  static int countOfThisRelease(Configuration flyway) {
    return flyway.getResourceProvider().getResources("V", new String[] {".sql"}).size();
  }

  /**
   * Returns the migrations that were applied to the database.
   *
   * @throws SQLException if Flyway's table cannot be read, for example because it does not exist
   *     yet
   */
  static Set<Migration> applied(Connection connection, Configuration flyway) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT version, checksum FROM "
                    + flyway.getTable()
                    + " WHERE success AND version IS NOT NULL AND checksum IS NOT NULL")) {
      Set<Migration> applied = new HashSet<>();
      while (rows.next()) {
        applied.add(new Migration(rows.getString("version"), rows.getInt("checksum")));
      }
      return applied;
    }
  }

  private static String versionOf(String filename) {
    return filename.substring(1, filename.indexOf("__"));
  }

  private static int checksumOf(LoadableResource script) {
    CRC32 checksum = new CRC32();
    try (BufferedReader lines = new BufferedReader(script.read())) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        checksum.update(line.getBytes(StandardCharsets.UTF_8));
      }
      return (int) checksum.getValue();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
