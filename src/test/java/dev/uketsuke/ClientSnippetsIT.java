package dev.uketsuke;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.support.Api;
import dev.uketsuke.support.BadNetwork;
import dev.uketsuke.support.BadNetwork.Fault;
import dev.uketsuke.support.Caller;
import dev.uketsuke.support.PackagedService;
import dev.uketsuke.support.TestDatabase;
import dev.uketsuke.support.Tokens;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The programs in docs/clients.md run as printed, over a network that loses answers. */
class ClientSnippetsIT {

  private static final Path PAGE = Path.of("docs/clients.md");
  private static final Path RETRY = Path.of("clients/javascript/retry.js");

  private static PackagedService service;

  @TempDir Path folder;

  private final Caller caller = Tokens.applicant();

  enum Program {
    JS("js", "hand-in.mjs", "node", "hand-in.mjs"),
    SH("sh", "hand-in.sh", "bash", "hand-in.sh"),
    PYTHON("python", "hand_in.py", "python3", "hand_in.py"),
    JAVA("java", "HandIn.java", System.getProperty("java.home") + "/bin/java", "HandIn.java");

    private final String language;
    private final String file;
    private final List<String> command;

    Program(String language, String file, String... command) {
      this.language = language;
      this.file = file;
      this.command = List.of(command);
    }
  }

  @BeforeAll
  static void start() throws Exception {
    TestDatabase.create();
    service = PackagedService.start();
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  @BeforeEach
  void application() throws Exception {
    Files.copy(RETRY, folder.resolve("retry.js"));
    Files.writeString(folder.resolve("application.json"), Api.SMALLEST);
  }

  @ParameterizedTest
  @EnumSource
  void lostAnswerEndsInOneApplication(Program program) throws Exception {
    try (var network = new BadNetwork(service.uri(), null)) {
      network.next(Fault.CUT_AFTER, 1);
      var said = run(program, network.uri(), caller.token());
      assertEquals("accepted " + onlyApplication(), said);
      assertTrue(network.submissions() >= 2);
      assertTrue(keyIsForgotten());
    }
  }

  @ParameterizedTest
  @EnumSource
  void conflictIsNoSuccess(Program program) throws Exception {
    var key = Api.newKey();
    Api.at(service.uri(), caller).submit(key, Api.OTHER).expect(201);
    keep(key);
    var said = run(program, service.uri().toString(), caller.token());
    // This program asks about a stored operation before it sends it, and so learns of the first.
    assertEquals(program == Program.JS ? "accepted " + onlyApplication() : "conflict", said);
  }

  @ParameterizedTest
  @EnumSource
  void expiredTokenLosesNothing(Program program) throws Exception {
    assertEquals("signed-out", run(program, service.uri().toString(), Tokens.expired(caller)));
    assertFalse(keyIsForgotten());
    var said = run(program, service.uri().toString(), caller.token());
    // Asked first, the service says that nothing was recorded; the operation is still there.
    if (!said.equals("not-recorded")) {
      assertEquals("accepted " + onlyApplication(), said);
    }
  }

  @ParameterizedTest
  @EnumSource
  void refusalIsNamed(Program program) throws Exception {
    Files.writeString(folder.resolve("application.json"), "{\"origin\":\"AU\",\"parcels\":0}");
    assertEquals("refused invalid-request", run(program, service.uri().toString(), caller.token()));
  }

  private String run(Program program, String base, String token) throws Exception {
    Assumptions.assumeTrue(onPath(program.command.get(0)), program.command.get(0) + " is missing");
    Files.writeString(folder.resolve(program.file), block(program.language));
    var builder =
        new ProcessBuilder(program.command).directory(folder.toFile()).redirectErrorStream(true);
    builder.environment().put("BASE", base);
    builder.environment().put("TOKEN", token);
    var process = builder.start();
    var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    process.waitFor();
    return said.lines().reduce((first, last) -> last).orElse("");
  }

  /** An operation as each of the programs keeps it. */
  private void keep(String key) throws Exception {
    Files.writeString(folder.resolve("operation.key"), key);
    Files.writeString(
        folder.resolve("operation.json"),
        "{\"key\":\"%s\",\"body\":\"%s\"}".formatted(key, Api.SMALLEST.replace("\"", "\\\"")));
  }

  private boolean keyIsForgotten() {
    return Files.notExists(folder.resolve("operation.key"))
        && Files.notExists(folder.resolve("operation.json"));
  }

  private String onlyApplication() {
    return TestDatabase.value(
        "SELECT id FROM shipping_application WHERE account_id = ?",
        caller.issuer() + "|" + caller.subject());
  }

  private static String block(String language) throws Exception {
    var fence = Pattern.compile("(?s)```" + language + "\n(.*?)\n```");
    var match = fence.matcher(Files.readString(PAGE));
    assertTrue(match.find(), "a program in " + language);
    return match.group(1) + "\n";
  }

  private static boolean onPath(String command) {
    return Path.of(command).isAbsolute()
        || Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
            .anyMatch(directory -> Files.isExecutable(Path.of(directory, command)));
  }
}
