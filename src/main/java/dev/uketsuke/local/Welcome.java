package dev.uketsuke.local;

import io.quarkus.arc.profile.IfBuildProfile;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.Locale;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Prints the addresses and users of dev mode, once per process. */
@Singleton
@IfBuildProfile("dev")
final class Welcome {
  /** The system property that is set after printing; a live reload loads this class again. */
  private static final String SAID = Welcome.class.getName();

  private final String databaseUrl;
  private final int port;

  Welcome(
      @ConfigProperty(name = LocalDatabase.URL) String databaseUrl,
      @ConfigProperty(name = "quarkus.http.port") int port) {
    this.databaseUrl = databaseUrl;
    this.port = port;
  }

  void greet(@Observes StartupEvent started) {
    if (System.setProperty(SAID, "true") == null) {
      System.out.println(text());
    }
  }

  private String text() {
    String server = System.getProperty(LocalDatabase.RUNNING);
    String database =
        server == null
            ? "  database  " + databaseUrl
            : String.format(
                Locale.ROOT,
                """
                database  %s?user=postgres
                          psql -h localhost -p %s -U postgres uketsuke
                          an embedded PostgreSQL, data kept in %s\
              """,
                databaseUrl,
                server,
                LocalDatabase.DATA);
    return String.format(
        Locale.ROOT,
        """

      Uketsuke in dev mode
        service   http://localhost:%d
      %s
        users     alice, bob (applicants), staff, service (roles); password = name, HTTP Basic
      """,
        port,
        database);
  }
}
