package dev.uketsuke.support;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** A certificate for {@code localhost} that nobody trusts unless told to. */
public final class Certificate {

  private static final String PASSWORD = "changeit";

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

  /** An HTTPS server with this certificate, not started yet; port 0 is any. */
  public HttpsServer server(int port) throws Exception {
    var keys = KeyStore.getInstance("PKCS12");
    try (var in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    var managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(keys, PASSWORD.toCharArray());
    var context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    var server =
        HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(context));
    return server;
  }

  private static void keytool(Path store, String... arguments)
      throws IOException, InterruptedException {
    var command =
        new ArrayList<>(
            List.of(Path.of(System.getProperty("java.home"), "bin/keytool").toString()));
    command.addAll(List.of(arguments));
    command.addAll(List.of("-alias", "one", "-keystore", store.toString(), "-storepass", PASSWORD));
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    var said = new String(process.getInputStream().readAllBytes());
    if (process.waitFor() != 0) {
      throw new IllegalStateException(said);
    }
  }
}
