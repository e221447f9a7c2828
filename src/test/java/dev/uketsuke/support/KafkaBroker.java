package dev.uketsuke.support;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;

/** A real Kafka broker, KRaft, as a process of its own; its data outlives a stop. */
public final class KafkaBroker implements AutoCloseable {

  public static final String PASSWORD = "right";

  private static final String JAAS = "listener.name.sasl_plaintext.plain.sasl.jaas.config";

  private final Path directory;
  private final int port;
  private final int secured;
  private final int encrypted;
  private Process process;

  private KafkaBroker(Path directory, int port, int secured, int encrypted) {
    this.directory = directory;
    this.port = port;
    this.secured = secured;
    this.encrypted = encrypted;
  }

  /** Formats a new one and waits until it takes requests. */
  public static KafkaBroker start(NewTopic... topics) throws Exception {
    var directory =
        Files.createTempDirectory(
            Files.createDirectories(Path.of("target", "kafka")).toAbsolutePath(), "broker-");
    int port = freePort();
    int secured = freePort();
    int encrypted = freePort();
    int controller = freePort();
    Files.writeString(
        directory.resolve("server.properties"),
        """
        process.roles=broker,controller
        node.id=1
        controller.quorum.voters=1@localhost:%2$d
        listeners=PLAINTEXT://localhost:%1$d,SASL_PLAINTEXT://localhost:%4$d,SSL://localhost:%5$d,CONTROLLER://localhost:%2$d
        advertised.listeners=PLAINTEXT://localhost:%1$d,SASL_PLAINTEXT://localhost:%4$d,SSL://localhost:%5$d
        sasl.enabled.mechanisms=PLAIN
        controller.listener.names=CONTROLLER
        listener.security.protocol.map=PLAINTEXT:PLAINTEXT,SASL_PLAINTEXT:SASL_PLAINTEXT,SSL:SSL,CONTROLLER:PLAINTEXT
        log.dirs=%3$s
        num.partitions=3
        offsets.topic.replication.factor=1
        offsets.topic.num.partitions=3
        transaction.state.log.replication.factor=1
        transaction.state.log.min.isr=1
        group.initial.rebalance.delay.ms=0
        """
            .formatted(port, controller, directory.resolve("data"), secured, encrypted));
    var broker = new KafkaBroker(directory, port, secured, encrypted);
    broker.password(PASSWORD);
    broker.certificate(Certificate.make());
    broker
        .java(
            "kafka.tools.StorageTool",
            "format",
            "-t",
            "MkU3OEVBNTcwNTJENDM2Qg",
            "-c",
            directory.resolve("server.properties").toString())
        .waitFor();
    broker.resume();
    broker.create(topics);
    return broker;
  }

  public void create(NewTopic... topics) throws Exception {
    try (var admin = admin()) {
      admin.createTopics(List.of(topics)).all().get(1, TimeUnit.MINUTES);
    }
  }

  /** How many records a topic has been given. */
  public long size(String topic) throws Exception {
    try (var admin = admin()) {
      var partitions =
          admin
              .describeTopics(List.of(topic))
              .allTopicNames()
              .get(1, TimeUnit.MINUTES)
              .get(topic)
              .partitions();
      var latest = new HashMap<TopicPartition, OffsetSpec>();
      partitions.forEach(
          p -> latest.put(new TopicPartition(topic, p.partition()), OffsetSpec.latest()));
      return admin.listOffsets(latest).all().get(1, TimeUnit.MINUTES).values().stream()
          .mapToLong(each -> each.offset())
          .sum();
    }
  }

  /** The members of a consumer group that have partitions; empty while they are being divided. */
  public Set<String> consumers(String group) throws Exception {
    try (var admin = admin()) {
      var found =
          admin
              .describeConsumerGroups(List.of(group))
              .describedGroups()
              .get(group)
              .get(1, TimeUnit.MINUTES);
      return found.groupState() != GroupState.STABLE
          ? Set.of()
          : found.members().stream()
              .filter(member -> !member.assignment().topicPartitions().isEmpty())
              .map(MemberDescription::consumerId)
              .collect(Collectors.toSet());
    }
  }

  /** Sets one option of a topic. */
  public void configure(String topic, String option, String value) throws Exception {
    var change = new AlterConfigOp(new ConfigEntry(option, value), AlterConfigOp.OpType.SET);
    var resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    try (var admin = admin()) {
      admin
          .incrementalAlterConfigs(Map.of(resource, List.of(change)))
          .all()
          .get(1, TimeUnit.MINUTES);
    }
  }

  private Admin admin() {
    return Admin.create(Map.of("bootstrap.servers", servers()));
  }

  /** As {@code KAFKA_BOOTSTRAP_SERVERS} takes it. */
  public String servers() {
    return "localhost:" + port;
  }

  /** The settings of a client that has to give a password, and gives {@link #PASSWORD}. */
  public Map<String, String> securedSettings() {
    return Map.of(
        "KAFKA_BOOTSTRAP_SERVERS",
        "localhost:" + secured,
        "KAFKA_SECURITY_PROTOCOL",
        "SASL_PLAINTEXT",
        "KAFKA_SASL_MECHANISM",
        "PLAIN",
        "KAFKA_SASL_JAAS_CONFIG",
        "org.apache.kafka.common.security.plain.PlainLoginModule required"
            + " username=\"uketsuke\" password=\""
            + PASSWORD
            + "\";");
  }

  /**
   * The settings of a client that speaks TLS.
   *
   * @param trusted the file with the only certificates that it trusts
   */
  public Map<String, String> encryptedSettings(String trusted) {
    return Map.of(
        "KAFKA_BOOTSTRAP_SERVERS",
        "localhost:" + encrypted,
        "KAFKA_SECURITY_PROTOCOL",
        "SSL",
        "KAFKA_SSL_TRUSTSTORE_TYPE",
        "PEM",
        "KAFKA_SSL_TRUSTSTORE_LOCATION",
        trusted);
  }

  /** Changes the password that is expected; takes effect when the broker is started again. */
  public void password(String password) throws IOException {
    replace(
        JAAS,
        "%s=org.apache.kafka.common.security.plain.PlainLoginModule required user_uketsuke=\"%s\";\n"
            .formatted(JAAS, password));
  }

  /** Changes the certificate; takes effect when the broker is started again. */
  public void certificate(Certificate certificate) throws IOException {
    replace(
        "ssl.key",
        """
        ssl.keystore.type=PKCS12
        ssl.keystore.location=%s
        ssl.keystore.password=%s
        ssl.key.password=%2$s
        """
            .formatted(certificate.store(), Certificate.PASSWORD));
  }

  /** Replaces the settings whose names begin so. */
  private void replace(String prefix, String settings) throws IOException {
    var file = directory.resolve("server.properties");
    var lines = Files.readAllLines(file).stream().filter(line -> !line.startsWith(prefix)).toList();
    Files.writeString(file, String.join("\n", lines) + "\n" + settings);
  }

  /** Stops it hard. */
  public void stop() throws Exception {
    process.destroyForcibly().waitFor();
  }

  /** Starts it again with all it had. */
  public void resume() throws Exception {
    process = java("kafka.Kafka", directory.resolve("server.properties").toString());
    Until.holds(
        "broker takes connections",
        () -> {
          if (!process.isAlive()) {
            throw new AssertionError(
                "the broker ended: " + Files.readString(directory.resolve("kafka.Kafka.log")));
          }
          try (var socket = new Socket("localhost", port)) {
            return socket.isConnected();
          } catch (IOException e) {
            return false;
          }
        });
  }

  private Process java(String main, String... arguments) throws IOException {
    var command =
        new java.util.ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                main));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(directory.resolve(main + ".log").toFile()))
        .start();
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
