package dev.uketsuke.support;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;

/** A real Keycloak with the realm of {@code deploy/keycloak}, as a process of its own. */
public final class Keycloak {

  private static final Path HOME = Path.of("target/keycloak");
  private static final Path REALM = Path.of("deploy/keycloak/uketsuke-realm.json");
  private static final String SECRET = "demo-only-client-secret";

  /** A program that obtains tokens for itself; the last number is their lifetime in seconds. */
  private static final String MACHINE =
      """
      {"clientId": "%s", "secret": "%s", "enabled": true, "protocol": "openid-connect",
       "publicClient": false, "standardFlowEnabled": false, "directAccessGrantsEnabled": false,
       "serviceAccountsEnabled": true, "attributes": {"access.token.lifespan": "%d"},
       "protocolMappers": [{"name": "audience", "protocol": "openid-connect",
         "protocolMapper": "oidc-audience-mapper",
         "config": {"included.client.audience": "uketsuke", "access.token.claim": "true"}}]},
      """;

  /** With characters that a form and HTTP Basic have to encode. */
  public static final String MACHINE_ID = "ship:per";

  public static final String MACHINE_SECRET = "a/+%&= b";

  /** A program of a partner, whose tokens live as long as those of people. */
  public static final String PARTNER_ID = "partner";

  public static final String PARTNER_SECRET = "demo-only-partner=& secret";

  private static Keycloak shared;

  private final HttpClient client = HttpClient.newHttpClient();
  private final Process process;
  private final Path log;
  private final int port;

  private Keycloak(Process process, Path log, int port) {
    this.process = process;
    this.log = log;
    this.port = port;
  }

  /**
   * The one of all tests in this process, which is started for the first of them and ends with the
   * process. A test must not change it.
   */
  public static synchronized Keycloak shared() throws Exception {
    if (shared == null) {
      shared = start();
      Runtime.getRuntime().addShutdownHook(new Thread(shared::close));
    }
    return shared;
  }

  /** Starts it with an empty store and waits until the realm is there. */
  private static Keycloak start() throws Exception {
    var home = unpacked();
    deleteAll(home.resolve("data"));
    var realms = Files.createDirectories(home.resolve("data/import"));
    // Of the demo only the port is fixed; here it is any.
    var realm =
        Files.readString(REALM)
            .replace("http://localhost:8080/*", "http://localhost*")
            .replace(
                "\"clients\": [",
                "\"clients\": ["
                    + MACHINE.formatted(MACHINE_ID, MACHINE_SECRET, 2)
                    + MACHINE.formatted(PARTNER_ID, PARTNER_SECRET, 300));
    Files.writeString(realms.resolve("uketsuke-realm.json"), realm);
    int port = freePort();
    var log = Path.of("target/keycloak.log");
    var builder =
        new ProcessBuilder(
                home.resolve("bin/kc.sh").toString(),
                "start-dev",
                "--import-realm",
                "--http-host=localhost",
                "--http-port=" + port)
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("JAVA_OPTS_KC_HEAP", "-Xms64m -Xmx512m");
    var keycloak = new Keycloak(builder.start(), log, port);
    try {
      keycloak.awaitReady();
      return keycloak;
    } catch (Exception | AssertionError e) {
      keycloak.close();
      throw e;
    }
  }

  public String issuer() {
    return "http://localhost:" + port + "/realms/uketsuke";
  }

  /** The environment of a service that uses it, in place of the key of {@link Tokens}. */
  public Map<String, String> environment() {
    return Map.of(
        "QUARKUS_OIDC_PUBLIC_KEY",
        "",
        "QUARKUS_OIDC_APPLICATION_TYPE",
        "hybrid",
        "QUARKUS_OIDC_TOKEN_ISSUER",
        issuer(),
        "QUARKUS_OIDC_AUTH_SERVER_URL",
        issuer(),
        "QUARKUS_OIDC_CLIENT_ID",
        "uketsuke",
        "QUARKUS_OIDC_CREDENTIALS_SECRET",
        SECRET);
  }

  public String tokenEndpoint() {
    return issuer() + "/protocol/openid-connect/token";
  }

  /** Whether it has issued a token to the program {@link #MACHINE_ID} that is still good. */
  public boolean isTokenOfMachine(String token) throws Exception {
    var form = "client_id=uketsuke&client_secret=" + SECRET + "&token=" + token;
    var body = post(tokenEndpoint() + "/introspect", form);
    return body.contains("\"active\":true") && body.contains("\"client_id\":\"" + MACHINE_ID);
  }

  /** An access token for a user of the realm, obtained without a browser. */
  public String token(String user) throws Exception {
    return issued(user, "access_token");
  }

  /** The ID token that comes with it: its audience is the client, and it is no access token. */
  public String idToken(String user) throws Exception {
    return issued(user, "id_token");
  }

  /** The refresh token that comes with it. */
  public String refreshToken(String user) throws Exception {
    return issued(user, "refresh_token");
  }

  private String issued(String user, String kind) throws Exception {
    var form =
        "grant_type=password&scope=openid&client_id=uketsuke&client_secret="
            + SECRET
            + "&username="
            + user
            + "&password="
            + password(user);
    var body = post(tokenEndpoint(), form);
    var token = Pattern.compile("\"" + kind + "\":\"([^\"]+)\"").matcher(body);
    if (!token.find()) {
      throw new AssertionError(body);
    }
    return token.group(1);
  }

  private String post(String address, String form) throws Exception {
    var request =
        HttpRequest.newBuilder(URI.create(address))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString(form))
            .build();
    return client.send(request, BodyHandlers.ofString()).body();
  }

  public static String password(String user) {
    return "demo-only-" + user;
  }

  private void awaitReady() throws Exception {
    var request = HttpRequest.newBuilder(URI.create(issuer())).build();
    for (int patience = 0; patience < 4; patience++) {
      try {
        Until.holds(
            "Keycloak ready",
            () -> {
              if (!process.isAlive()) {
                throw new IllegalStateException("Keycloak ended\n" + Files.readString(log));
              }
              try {
                return client.send(request, BodyHandlers.discarding()).statusCode() == 200;
              } catch (IOException notYet) {
                return false;
              }
            });
        return;
      } catch (AssertionError slow) {
        // Its first start builds itself; a loaded machine takes minutes for that.
      }
    }
    throw new AssertionError("Keycloak did not start\n" + Files.readString(log));
  }

  private static Path unpacked() throws IOException {
    try (var entries = Files.list(HOME)) {
      return entries
          .filter(e -> Files.isExecutable(e.resolve("bin/kc.sh")))
          .findFirst()
          .orElseThrow()
          .toAbsolutePath();
    }
  }

  private static void deleteAll(Path directory) throws IOException {
    if (Files.exists(directory)) {
      try (var files = Files.walk(directory)) {
        for (var file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
