package dev.uketsuke.accounts;

import com.sun.net.httpserver.HttpServer;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import io.smallrye.jwt.build.Jwt;
import io.smallrye.jwt.build.JwtClaimsBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.interfaces.RSAPublicKey;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** An identity provider over real HTTP that can be taken down, brought up, and given a new key. */
public final class ProviderStub implements QuarkusTestResourceLifecycleManager {
  static final String CLIENT = "uketsuke";
  private static final AtomicInteger KEYS = new AtomicInteger();
  private static volatile KeyPair key;
  private static volatile String keyId;
  private static volatile int port;
  private static HttpServer server;

  @Override
  public Map<String, String> start() {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    rotate();
    // Down at first: the service has to start all the same.
    return Map.of(
        "quarkus.oidc.auth-server-url", issuer(),
        "quarkus.oidc.application-type", "hybrid",
        "quarkus.oidc.client-id", CLIENT,
        "quarkus.oidc.credentials.secret", "a-secret-of-at-least-32-characters",
        "quarkus.oidc.token.audience", CLIENT,
        "quarkus.oidc.token.forced-jwk-refresh-interval", "0S",
        "quarkus.oidc.connection-timeout", "2S");
  }

  static String issuer() {
    return "http://localhost:" + port + "/realm";
  }

  static synchronized void up() {
    if (server != null) {
      return;
    }
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    serve("/realm/.well-known/openid-configuration", ProviderStub::discovery);
    serve("/realm/keys", ProviderStub::keys);
    server.start();
  }

  static synchronized void down() {
    if (server != null) {
      server.stop(0);
      server = null;
    }
  }

  /** From now on tokens are signed with another key. */
  static void rotate() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(2048);
      key = generator.generateKeyPair();
      keyId = "key-" + KEYS.incrementAndGet();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A token without subject, to be completed. */
  static JwtClaimsBuilder claims() {
    return Jwt.issuer(issuer()).audience(CLIENT).expiresIn(300);
  }

  static String sign(JwtClaimsBuilder claims) {
    return claims.jws().keyId(keyId).sign(key.getPrivate());
  }

  @Override
  public void stop() {
    down();
  }

  private static void serve(String path, java.util.function.Supplier<String> answer) {
    server.createContext(
        path,
        exchange -> {
          byte[] body = answer.get().getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().set("Content-Type", "application/json");
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
  }

  private static String discovery() {
    String at = "\":\"" + issuer();
    return "{\"issuer"
        + at
        + "\",\"jwks_uri"
        + at
        + "/keys\",\"authorization_endpoint"
        + at
        + "/auth\","
        + "\"token_endpoint"
        + at
        + "/token\"}";
  }

  private static String keys() {
    RSAPublicKey rsa = (RSAPublicKey) key.getPublic();
    Base64.Encoder base64 = Base64.getUrlEncoder().withoutPadding();
    return "{\"keys\":[{\"kty\":\"RSA\",\"use\":\"sig\",\"alg\":\"RS256\",\"kid\":\""
        + keyId
        + "\",\"n\":\""
        + base64.encodeToString(unsigned(rsa.getModulus().toByteArray()))
        + "\",\"e\":\""
        + base64.encodeToString(rsa.getPublicExponent().toByteArray())
        + "\"}]}";
  }

  private static byte[] unsigned(byte[] number) {
    return number[0] == 0 ? java.util.Arrays.copyOfRange(number, 1, number.length) : number;
  }
}
