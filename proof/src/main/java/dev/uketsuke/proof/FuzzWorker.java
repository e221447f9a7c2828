package dev.uketsuke.proof;

import dev.uketsuke.proof.FuzzCase.Kind;
import dev.uketsuke.proof.FuzzCase.Trace;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sends cases one after the other and compares what comes back with the rules. */
final class FuzzWorker implements Runnable {

  private static final int PATIENCE_MILLIS = 20_000;
  private static final Pattern APPLICATION =
      Pattern.compile("\"applicationId\":\"([0-9a-f-]{36})\"");

  private final int port;
  private final Random random;
  private final FuzzGrammar grammar;
  private final AnswerRules rules;
  private final List<String> known;
  private final FuzzReport report;
  private final Database database;
  private final String name;
  private final long end;
  private int cases;

  FuzzWorker(
      int port,
      Random random,
      FuzzGrammar grammar,
      AnswerRules rules,
      List<String> known,
      FuzzReport report,
      Database database,
      String name,
      long end) {
    this.port = port;
    this.random = random;
    this.grammar = grammar;
    this.rules = rules;
    this.known = known;
    this.report = report;
    this.database = database;
    this.name = name;
    this.end = end;
  }

  @Override
  public void run() {
    try (Connection connection = database.connect()) {
      while (System.nanoTime() < end && !report.isFull()) {
        cases++;
        if (cases % 5 == 0) {
          content(connection);
        } else {
          FuzzCase drawn = grammar.next();
          List<RawAnswer> answers = exchange(drawn);
          if (!answers.isEmpty()) {
            traces(connection, drawn, answers.get(0));
          }
        }
      }
    } catch (SQLException e) {
      report.finding("the fuzzer's own connection failed: " + e, "", "");
    }
  }

  /** Submits content, spells it in another way or changes it, and compares with the model. */
  private void content(Connection connection) throws SQLException {
    String subject = "fz-c" + name + "-" + cases;
    FuzzBodies bodies = grammar.bodies();
    Map<String, Object> content = bodies.content();
    String first = bodies.bytes(bodies.spell(content), random.nextInt(6) == 0);
    String second =
        bodies.bytes(
            bodies.spell(random.nextBoolean() ? content : bodies.changed(content)),
            random.nextInt(10) == 0);
    String one = model(first);
    RawAnswer created = submitted(subject, first);
    if (created == null || created.status() == 413) {
      return;
    }
    expect(one == null ? 400 : 201, created, first);
    if (one == null) {
      if (created.status() == 400) {
        nothing(connection, new Trace(Kind.SUBMISSION, "", subject), "content " + first);
        expect(
            201,
            submitted(subject, "{\"origin\":\"AU\",\"destination\":\"KR\",\"parcels\":1}"),
            "");
      }
      return;
    }
    String other = model(second);
    RawAnswer repeated = submitted(subject, second);
    if (repeated != null && created.status() == 201 && repeated.status() != 413) {
      expect(other == null ? 400 : other.equals(one) ? 200 : 409, repeated, first + "\n" + second);
      if (repeated.status() == 200 && !repeated.body().equals(created.body())) {
        report.finding("a replay differs from the first receipt", first, second);
      }
    }
  }

  private static String model(String bytes) {
    return bytes.length() > 65_536
        ? null
        : ContentModel.canonical(bytes.getBytes(StandardCharsets.ISO_8859_1));
  }

  private RawAnswer submitted(String subject, String body) {
    List<RawAnswer> answers = exchange(grammar.submission(subject, "fz-key", body));
    return answers.isEmpty() ? null : answers.get(0);
  }

  private void expect(int status, RawAnswer answer, String sent) {
    if (answer != null && answer.status() != status) {
      report.finding(
          "the rules for content want " + status + ", the service answers " + answer.status(),
          sent,
          answer.raw());
    }
  }

  /** Sends a case and then a request of its own on one connection, and returns the answers. */
  private List<RawAnswer> exchange(FuzzCase drawn) {
    String probe =
        "GET /problems/not-found HTTP/1.1\r\nHost: localhost\r\nRequest-Id: probe-"
            + name
            + "-"
            + cases
            + "\r\n\r\n";
    String bytes = drawn.bytes() + probe;
    Framing.Reading reading = Framing.read(bytes);
    List<RawAnswer> answers = new ArrayList<>();
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress("localhost", port), PATIENCE_MILLIS);
      socket.setSoTimeout(PATIENCE_MILLIS);
      socket.setTcpNoDelay(true);
      send(socket.getOutputStream(), bytes);
      InputStream in = new BufferedInputStream(socket.getInputStream());
      read(socket, in, drawn, bytes, reading, answers);
    } catch (SocketTimeoutException e) {
      report.finding("no answer within 20 s, after " + answers.size(), bytes, reading.toString());
    } catch (IOException e) {
      report.finding(drawn.what() + ": " + e, bytes, "");
    }
    return answers;
  }

  private void send(OutputStream out, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    try {
      if (random.nextInt(4) > 0) {
        out.write(bytes);
        return;
      }
      for (int at = 0; at < bytes.length; ) {
        int size = Math.min(bytes.length - at, 1 + random.nextInt(1 + bytes.length / 4));
        out.write(bytes, at, size);
        out.flush();
        at += size;
      }
    } catch (IOException closedEarly) {
      // The service refuses what it does not read to the end; the answer says why.
    }
  }

  private void read(
      Socket socket,
      InputStream in,
      FuzzCase drawn,
      String bytes,
      Framing.Reading reading,
      List<RawAnswer> answers)
      throws IOException {
    for (Framing.Request request : reading.requests()) {
      RawAnswer answer = RawAnswer.read(in, request.method());
      if (answer == null) {
        report.finding(
            "closed without an answer to request " + (answers.size() + 1), bytes, drawn.what());
        return;
      }
      judge(answer, request, bytes);
      answers.add(answer);
      if (answer.closes()) {
        report.count("closed by the service, " + answer.status());
        ended(in, bytes);
        return;
      } else if (request.closes() && !request.http10()) {
        report.finding("the request asked to close, the answer does not", bytes, answer.raw());
      }
      if (request.closes()) {
        ended(in, bytes);
        return;
      }
    }
    switch (reading.end()) {
      case COMPLETE -> {}
      case INVALID -> {
        // The head that is refused may be one whose method is still read, and HEAD has no body.
        boolean head = reading.requests().isEmpty() && bytes.stripLeading().startsWith("HEAD ");
        RawAnswer answer = RawAnswer.read(in, head ? "HEAD" : "GET");
        report.count("refused framing " + (answer == null ? "without answer" : answer.status()));
        if (answer == null) {
          report.finding("refused framing without an answer", bytes, "");
          return;
        }
        judge(answer, null, bytes);
        if (answer.status() < 400 || !answer.closes()) {
          report.finding("framing that is wrong was taken", bytes, answer.raw());
          return;
        }
        answers.add(answer);
        ended(in, bytes);
      }
      case INCOMPLETE, OPEN -> {
        socket.setSoTimeout(30);
        try {
          for (RawAnswer answer = RawAnswer.read(in, "GET");
              answer != null;
              answer = RawAnswer.read(in, "GET")) {
            judge(answer, null, bytes);
            answers.add(answer);
          }
        } catch (SocketTimeoutException | RawAnswer.NotHttp waits) {
          report.count("begun requests left alone");
        } catch (java.net.SocketException | java.io.EOFException reset) {
          report.count("begun requests ended");
        }
      }
    }
  }

  private void ended(InputStream in, String bytes) throws IOException {
    try {
      int more = in.read();
      if (more >= 0) {
        report.finding("more follows the answer that closes the connection", bytes, "" + more);
      }
    } catch (java.net.SocketException reset) {
      report.count("reset behind the last answer");
    }
  }

  private void judge(RawAnswer answer, Framing.Request request, String bytes) {
    report.count(
        (request == null ? "no certain request" : rules.name(request)) + " " + answer.status());
    for (String fault : rules.faults(answer, request)) {
      report.finding(fault, bytes, answer.raw());
    }
    if (answer.status() == 201 || answer.status() == 200) {
      Matcher id = APPLICATION.matcher(answer.body());
      if (id.find() && known.size() < 5_000) {
        known.add(id.group(1));
      }
    }
  }

  /** Looks for rows of a refused request (P4), and submits with the same key. */
  private void traces(Connection connection, FuzzCase drawn, RawAnswer answer) throws SQLException {
    if (answer.status() < 400 || answer.status() == 409 || answer.status() == 410) {
      return;
    }
    nothing(connection, drawn.trace(), drawn.bytes());
    if (drawn.trace().kind() == Kind.SUBMISSION
        && drawn.trace().id().matches("[A-Za-z0-9-]{1,255}")
        && random.nextInt(4) == 0) {
      RawAnswer corrected = corrected(drawn.trace());
      if (corrected != null && corrected.status() != 201) {
        report.finding(
            "the corrected request is answered " + corrected.status(),
            drawn.bytes(),
            corrected.raw());
      }
    }
  }

  private RawAnswer corrected(Trace trace) {
    String body = "{\"origin\":\"AU\",\"destination\":\"KR\",\"parcels\":1}";
    List<RawAnswer> answers = exchange(grammar.submission(trace.subject(), trace.id(), body));
    return answers.isEmpty() ? null : answers.get(0);
  }

  private void nothing(Connection connection, Trace trace, String bytes) throws SQLException {
    String sql =
        switch (trace.kind()) {
          case NOTHING -> null;
          case SUBMISSION -> "SELECT count(*) FROM shipping_application WHERE account_id = ?";
          case CALLBACK -> "SELECT count(*) FROM payment WHERE transaction_id = ?";
          case EVENT -> "SELECT count(*) FROM inbox WHERE message_id = ?";
        };
    if (sql == null) {
      return;
    }
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(
          1, trace.kind() == Kind.SUBMISSION ? Callers.ISSUER + "|" + trace.subject() : trace.id());
      ResultSet row = statement.executeQuery();
      row.next();
      if (row.getInt(1) > 0) {
        report.finding("a refused request left a row", bytes, trace.toString());
      }
    }
  }
}
