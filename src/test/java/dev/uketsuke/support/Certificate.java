package dev.uketsuke.support;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A certificate for {@code localhost} that nobody trusts unless told to. */
public final class Certificate {

  static final String PASSWORD = "changeit";

  private static final String ALIAS = "one";

  private final Path store;
  private final Path pem;

  private Certificate(Path store, Path pem) {
    this.store = store;
    this.pem = pem;
  }

  /** Makes a new one with the JDK's own tool. */
  public static Certificate make() throws Exception {
    var directory = Files.createTempDirectory(Path.of("target"), "certificate-");
    var store = directory.resolve("key.p12");
    var pem = directory.resolve("certificate.pem");
    keytool(
        store,
        "-genkeypair",
        "-keyalg",
        "EC",
        "-dname",
        "CN=localhost",
        "-validity",
        "30",
        "-ext",
        "san=dns:localhost,ip:127.0.0.1",
        "-ext",
        "bc:c");
    keytool(store, "-exportcert", "-rfc", "-file", pem.toString());
    return new Certificate(store, pem);
  }

  /** The file that makes a client trust it. */
  public String pem() {
    return pem.toAbsolutePath().toString();
  }

  /** The key store that holds it with its key, PKCS #12. */
  String store() {
    return store.toAbsolutePath().toString();
  }

  /** The file with its private key. */
  public String key() throws Exception {
    var file = pem.resolveSibling("key.pem");
    var text = Base64.getMimeEncoder().encodeToString(keys().getKey(ALIAS, secret()).getEncoded());
    Files.writeString(
        file, "-----BEGIN PRIVATE KEY-----\n" + text + "\n-----END PRIVATE KEY-----\n");
    return file.toAbsolutePath().toString();
  }

  /** An HTTPS server with this certificate, not started yet; port 0 is any. */
  public HttpsServer server(int port) throws Exception {
    return server(port, null);
  }

  /**
   * An HTTPS server with this certificate, not started yet; port 0 is any.
   *
   * @param client the certificate that a client must show; null asks for none
   */
  HttpsServer server(int port, Certificate client) throws Exception {
    var managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(keys(), secret());
    var context = SSLContext.getInstance("TLS");
    context.init(
        managers.getKeyManagers(),
        client == null ? null : client.trusted().getTrustManagers(),
        null);
    var server =
        HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    server.setHttpsConfigurator(
        new HttpsConfigurator(context) {
          @Override
          public void configure(HttpsParameters parameters) {
            var tls = context.getDefaultSSLParameters();
            tls.setNeedClientAuth(client != null);
            parameters.setSSLParameters(tls);
          }
        });
    return server;
  }

  private KeyStore keys() throws Exception {
    var keys = KeyStore.getInstance("PKCS12");
    try (var in = Files.newInputStream(store)) {
      keys.load(in, secret());
    }
    return keys;
  }

  /** Trust in this certificate alone. */
  private TrustManagerFactory trusted() throws Exception {
    var authorities = KeyStore.getInstance("PKCS12");
    authorities.load(null, null);
    authorities.setCertificateEntry(ALIAS, keys().getCertificate(ALIAS));
    var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(authorities);
    return trust;
  }

  private static char[] secret() {
    return PASSWORD.toCharArray();
  }

  private static void keytool(Path store, String... arguments)
      throws IOException, InterruptedException {
    var command =
        new ArrayList<>(
            List.of(Path.of(System.getProperty("java.home"), "bin/keytool").toString()));
    command.addAll(List.of(arguments));
    command.addAll(List.of("-alias", ALIAS, "-keystore", store.toString(), "-storepass", PASSWORD));
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    var said = new String(process.getInputStream().readAllBytes());
    if (process.waitFor() != 0) {
      throw new IllegalStateException(said);
    }
  }
}
