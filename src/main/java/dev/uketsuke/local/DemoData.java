package dev.uketsuke.local;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.quarkus.arc.profile.IfBuildProfile;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.annotations.CommandLineArguments;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Provider;
import jakarta.inject.Singleton;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jboss.logging.Logger;

/**
 * Fills dev mode with 500 applications in all statuses, through the API: {@code ./mvnw quarkus:dev
 * -Dquarkus.args=--demo}.
 *
 * <p>Each application has a key of its own, and each callback of a payment repeats its content, so
 * a second run with the same data creates and changes nothing.
 */
@Singleton
@IfBuildProfile("dev")
final class DemoData {
  static final String ARGUMENT = "--demo";
  private static final Logger LOG = Logger.getLogger(DemoData.class);
  private static final String DONE = DemoData.class.getName();
  private static final int APPLICATIONS = 500;
  private static final List<String> FROM = List.of("AU", "JP", "KR", "US", "DE", "GB");
  private static final List<String> TO = List.of("KR", "JP", "US", "FR", "NZ", "SG", "BR");

  /** What happens to the applications, in turn; the first of each ten stays ACCEPTED. */
  private static final List<List<String>> LIVES =
      List.of(
          List.of(),
          List.of("check"),
          List.of("check", "confirm-fee"),
          List.of("check", "confirm-fee", "pay"),
          List.of("check", "confirm-fee", "pay", "ship"),
          List.of("check", "confirm-fee", "pay", "ship", "deliver"),
          List.of("check", "confirm-fee", "pay", "refund"),
          List.of("check", "confirm-fee", "pay-wrong-amount"),
          List.of("cancel"),
          List.of("check", "confirm-fee", "pay-twice"));

  private final PartnerCalls calls;
  private final PlayPartners play;
  private final ObjectMapper json;
  private final Provider<String[]> arguments;

  DemoData(
      PartnerCalls calls,
      PlayPartners play,
      ObjectMapper json,
      @CommandLineArguments Provider<String[]> arguments) {
    this.calls = calls;
    this.play = play;
    this.json = json;
    this.arguments = arguments;
  }

  void start(@Observes StartupEvent started) {
    if (Arrays.asList(arguments.get()).contains(ARGUMENT)
        && System.setProperty(DONE, "true") == null) {
      Thread thread = new Thread(this::fill, "demo-data");
      thread.setDaemon(true);
      thread.start();
    }
  }

  private void fill() {
    awaitService();
    for (int i = 0; i < APPLICATIONS; i++) {
      String id = submit(i);
      if (id.isEmpty()) {
        LOG.errorf("The demo data is incomplete: the service did not accept application %d", i);
        return;
      }
      for (String step : LIVES.get(i % LIVES.size())) {
        if (step.equals("cancel")) {
          calls.as("staff", "POST", "/v1/applications/" + id + "/cancellation", null);
        } else {
          play.perform(step, id);
        }
      }
    }
    LOG.infof("The demo data is complete: %d applications of alice and bob", APPLICATIONS);
  }

  private String submit(int i) {
    String content =
        json.createObjectNode()
            .put("origin", FROM.get(i % FROM.size()))
            .put("destination", TO.get(i % TO.size()))
            .put("parcels", 1 + i % 9)
            .put("totalWeightGrams", 500 + 37 * i)
            .put("clientReference", "order-" + (1000 + i))
            .toString();
    return calls
        .as(
            i % 3 == 0 ? "bob" : "alice",
            "POST",
            "/v1/applications",
            content,
            "Idempotency-Key",
            "\"demo-" + i + "\"")
        .body()
        .path("applicationId")
        .asText();
  }

  /** Waits until the service answers; it listens only after all observers of the start are done. */
  private void awaitService() {
    while (true) {
      try {
        calls.as("alice", "GET", "/v1/account", null);
        return;
      } catch (UncheckedIOException notYet) {
        LockSupport.parkNanos(100_000_000);
      }
    }
  }
}
