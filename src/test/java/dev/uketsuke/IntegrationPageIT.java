package dev.uketsuke;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.support.Keycloak;
import dev.uketsuke.support.PackagedService;
import dev.uketsuke.support.PaymentProvider;
import dev.uketsuke.support.TestDatabase;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** The commands in docs/integration.md print what stands below them, with a real provider. */
class IntegrationPageIT {

  private static final Path PAGE = Path.of("docs/integration.md");

  private static final Pattern COMMAND =
      Pattern.compile("(?s)```sh\n(.*?)\n```\n\n```text\n(.*?)\n```");

  /** Separates the answers of two commands. */
  private static final String NEXT = "=== next";

  private record Command(String script, String answer) {}

  @Test
  void eachCommandPrintsWhatStandsBelowIt() throws Exception {
    for (var tool : List.of("bash", "curl", "openssl", "od")) {
      Assumptions.assumeTrue(isOnPath(tool), tool + " is missing");
    }
    var commands = commands();
    assertTrue(commands.size() >= 6, "the commands of the page");
    var keycloak = Keycloak.shared();
    TestDatabase.create();
    var settings = new HashMap<>(keycloak.environment());
    settings.put("UKETSUKE_CORS_ORIGINS", "https://shop.example");
    settings.put("UKETSUKE_NEW_KEYS_PER_MINUTE", "600");
    settings.put("UKETSUKE_PAYMENTS_SECRETS", PaymentProvider.SECRET);
    try (var service = PackagedService.start(settings)) {
      var answers = run(commands, keycloak, service);
      for (int i = 0; i < commands.size(); i++) {
        var answer = i < answers.size() ? answers.get(i) : "";
        assertTrue(
            pattern(commands.get(i).answer()).matcher(answer).matches(),
            "printed\n" + answer + "\nby\n" + commands.get(i).script());
      }
    }
    var log = TestDatabase.value("SELECT count(*) FROM shipping_application");
    assertEquals("2", log, "one application for each of two keys");
  }

  private static List<Command> commands() throws IOException {
    var page = Files.readString(PAGE);
    var commands =
        COMMAND
            .matcher(page)
            .results()
            .map(found -> new Command(found.group(1), found.group(2)))
            .toList();
    assertEquals(page.split("```sh\n", -1).length - 1, commands.size(), "an answer for each");
    return commands;
  }

  /** All commands run in one shell, so that later ones can use what earlier ones have set. */
  private static List<String> run(
      List<Command> commands, Keycloak keycloak, PackagedService service) throws Exception {
    var script =
        commands.stream()
            .map(Command::script)
            .collect(Collectors.joining("\necho '\n" + NEXT + "'\n"));
    var builder =
        new ProcessBuilder("bash", "-euo", "pipefail", "-c", script).redirectErrorStream(true);
    builder.environment().put("BASE", service.uri().toString());
    builder.environment().put("ISSUER", keycloak.issuer());
    builder.environment().put("CLIENT_ID", Keycloak.PARTNER_ID);
    builder.environment().put("CLIENT_SECRET", Keycloak.PARTNER_SECRET);
    builder.environment().put("SECRET", PaymentProvider.SECRET);
    var process = builder.start();
    process.getOutputStream().close();
    var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    var answers = new ArrayList<String>();
    for (var answer : said.split(NEXT, -1)) {
      answers.add(answer.strip());
    }
    return answers;
  }

  /** Header names are compared without regard to case, like all of the text. */
  private static Pattern pattern(String answer) {
    var quoted =
        Stream.of(answer.split("…", -1)).map(Pattern::quote).collect(Collectors.joining("[^\n]*"));
    return Pattern.compile(quoted, Pattern.CASE_INSENSITIVE);
  }

  private static boolean isOnPath(String tool) {
    return Stream.of(System.getenv("PATH").split(java.io.File.pathSeparator))
        .anyMatch(directory -> Files.isExecutable(Path.of(directory, tool)));
  }
}
