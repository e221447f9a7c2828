package dev.uketsuke.proof;

import dev.uketsuke.proof.FuzzCase.Kind;
import dev.uketsuke.proof.FuzzCase.Trace;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;

/**
 * Draws requests from a grammar of HTTP and of the operations in the service's own description,
 * most of them nearly right: one that is wrong throughout is refused by the first check.
 */
final class FuzzGrammar {

  private static final String ID = "019ad5c2-7f00-7c1a-8a52-6f8f5b0b2f11";

  private static final List<String> ODD_VALUES =
      List.of(
          "",
          " ",
          "\"",
          "\"\"",
          "*",
          "null",
          "0",
          "-1",
          "1",
          "100",
          "101",
          "99999999999999999999",
          "1e3",
          "a".repeat(300),
          "a".repeat(3000),
          "\u00e9",
          "\u00c3\u00a9",
          "\u00ff\u00fe",
          "\u0080",
          "a,b",
          "a;b=c",
          "a=b",
          "%",
          "%zz",
          "%00",
          "%C3%28",
          "%ED%A0%80",
          "%F0%9F%98%80",
          "%2F..%2F",
          "..",
          "//",
          "${x}",
          "'",
          "2026-12-03T00:00:00Z",
          "2026-12-03T00:00:00%2B14:00",
          "0000-01-01T00:00:00Z",
          "9999-12-31T23:59:59.999999999Z",
          "2026-02-30T00:00:00Z",
          "2026-12-03T24:00:00Z",
          ID,
          "ACCEPTED",
          "ACCEPTED,PAID",
          "UNMATCHED",
          "PARKED",
          "true",
          "newest",
          "AU",
          "*a*",
          "a*",
          "st_x");

  private static final List<String> ODD_HEADERS =
      List.of(
          "Accept",
          "Accept-Charset",
          "Accept-Encoding",
          "Accept-Language",
          "Authorization",
          "Cache-Control",
          "Connection",
          "Content-Encoding",
          "Content-Language",
          "Content-Length",
          "Content-Range",
          "Content-Type",
          "Cookie",
          "Date",
          "Expect",
          "Forwarded",
          "From",
          "Host",
          "Idempotency-Key",
          "If-Match",
          "If-Modified-Since",
          "If-None-Match",
          "If-Unmodified-Since",
          "Keep-Alive",
          "Max-Forwards",
          "Origin",
          "Proxy-Connection",
          "Range",
          "Referer",
          "Request-Id",
          "Sec-Fetch-Site",
          "Sec-WebSocket-Key",
          "TE",
          "Trailer",
          "Transfer-Encoding",
          "Upgrade",
          "User-Agent",
          "Via",
          "X-Forwarded-For",
          "X-Forwarded-Host",
          "X-Forwarded-Proto",
          "X-HTTP-Method-Override",
          "ce-datacontenttype",
          "ce-id",
          "ce-source",
          "ce-specversion",
          "ce-traceparent",
          "ce-type",
          "traceparent",
          "webhook-id",
          "webhook-signature",
          "webhook-timestamp");

  private static final List<String> HEADER_VALUES =
      List.of(
          "close",
          "keep-alive",
          "keep-alive, close",
          "upgrade",
          "h2c",
          "websocket",
          "HTTP2-Settings, Upgrade",
          "100-continue",
          "200-ok",
          "gzip",
          "identity",
          "chunked",
          "trailers",
          "utf-8",
          "*/*",
          "*/*;q=0",
          "application/json",
          "application/problem+json",
          "application/xml",
          "text/csv",
          "text/csv, application/json;q=0.1",
          "text/html",
          "text/*",
          "application/json;q=abc",
          "application/json;q=1.0000",
          "a/b;c=\"",
          "/",
          "a/",
          ",",
          "application/json;charset=utf-8",
          "application/json;charset=utf-16",
          "application/json;charset=\"",
          "application/json;charset=",
          "application/cloudevents+json",
          "application/cloudevents-batch+json",
          "application/x-www-form-urlencoded",
          "multipart/form-data",
          "multipart/form-data; boundary=x",
          "text/plain",
          "bytes=0-1",
          "W/\"a\", *",
          "Thu, 03 Dec 2026 00:00:00 GMT",
          "localhost",
          "[::1]:80",
          "localhost:99999",
          "a@b",
          "https://evil.example",
          "null",
          "cross-site",
          "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
          "00-00000000000000000000000000000000-0000000000000000-00",
          "q_session=a; q_auth=b",
          "q_session_chunk_1=\"",
          "$Version=1; a=\"",
          "Basic YTpi",
          "Basic \u00ff",
          "Bearer",
          "Bearer a.b.c",
          "Bearer eyJhbGciOiJub25lIn0.e30.",
          "bearer  x",
          "Negotiate x",
          "v1,AAAA v1a,BBBB v1,",
          "1.0",
          "warehouse.parcel-checked",
          "DELETE");

  /** An operation of the description. */
  record Operation(String method, String path, List<String> parameters) {}

  private final Random random;
  private final FuzzBodies bodies;
  private final Callers callers;
  private final List<Operation> operations;
  private final List<String> known;
  private final Map<String, String> tokens;
  private int sent;
  private final String name;

  /**
   * Makes a grammar.
   *
   * @param known ids of applications, which other threads add
   * @param name makes the ids of this grammar differ from those of others
   */
  FuzzGrammar(
      Random random,
      Callers callers,
      List<Operation> operations,
      List<String> known,
      Map<String, String> tokens,
      String name) {
    this.random = random;
    this.bodies = new FuzzBodies(random);
    this.callers = callers;
    this.operations = operations;
    this.known = known;
    this.tokens = tokens;
    this.name = name;
  }

  FuzzBodies bodies() {
    return bodies;
  }

  /** Returns what one connection sends: one to four requests, whole or damaged. */
  FuzzCase next() {
    FuzzCase first = one();
    StringBuilder bytes = new StringBuilder(first.bytes());
    String what = first.what();
    Trace trace = first.trace();
    if (random.nextInt(5) == 0) {
      for (int i = 1 + random.nextInt(3); i > 0; i--) {
        bytes.append(one().bytes());
      }
      what = what + " pipelined";
      trace = Trace.NOTHING;
    }
    if (random.nextInt(4) == 0) {
      String damaged = bytes.toString();
      for (int i = 1 + random.nextInt(2); i > 0; i--) {
        damaged = damaged(damaged);
      }
      return new FuzzCase(what + " damaged", damaged, trace);
    }
    return new FuzzCase(what, bytes.toString(), trace);
  }

  private FuzzCase one() {
    return switch (random.nextInt(10)) {
      case 0, 1, 2 -> submission();
      case 3 -> callback();
      case 4, 5 -> event();
      default -> any();
    };
  }

  /** Returns a submission of a fresh account. */
  FuzzCase submission(String subject, String key, String body) {
    Head head = new Head("POST", "/v1/applications");
    head.set("Authorization", "Bearer " + token(subject, ""));
    head.set("Content-Type", "application/json");
    head.set("Idempotency-Key", key);
    return new FuzzCase(
        "submission", head.with(body, false), new Trace(Kind.SUBMISSION, key, subject));
  }

  private FuzzCase submission() {
    String subject = fresh("a");
    String key = random.nextInt(3) > 0 ? fresh("k") : oddKey();
    Head head = new Head("POST", path("/v1/applications"));
    head.set("Authorization", "Bearer " + token(subject, ""));
    head.set("Content-Type", type("application/json"));
    head.set("Idempotency-Key", key);
    head.oddities();
    String body = bodies.bytes(bodies.spell(bodies.content()), random.nextInt(4) == 0);
    return new FuzzCase(
        "POST /v1/applications", head.with(body, true), new Trace(Kind.SUBMISSION, key, subject));
  }

  private FuzzCase callback() {
    String transaction = fresh("t");
    Map<String, Object> event = new LinkedHashMap<>();
    event.put("transactionId", random.nextInt(10) > 0 ? transaction : transaction + bodies.text());
    event.put("applicationId", id());
    event.put("type", bodies.pick("PAID", "PAID", "FAILED", "REFUNDED", "paid", ""));
    event.put("amount", bodies.money());
    event.put(
        "occurredAt",
        random.nextInt(6) > 0
            ? "2026-12-03T01:02:03Z"
            : bodies.pick(
                "2026-12-03T01:02:03.123456789+14:00",
                "2026-12-03t01:02:03z",
                "2026-12-03T01:02Z",
                "1969-12-31T23:59:59Z",
                "9999-12-31T23:59:60Z",
                "9999-12-31T23:59:59-18:00",
                "+10000-01-01T00:00:00Z",
                "2026-12-03T01:02:03+19:00",
                "now"));
    if (random.nextInt(6) == 0) {
      event.put(bodies.text(), bodies.content());
    }
    String body = bodies.bytes(bodies.spell(event), random.nextInt(4) == 0);
    String id = random.nextInt(8) > 0 ? fresh("m") : bodies.pick("", "a.b", "\u00e9", "a b");
    long now = Instant.now().getEpochSecond();
    Head head = new Head("POST", path("/v1/payment-callbacks"));
    head.set("Content-Type", type("application/json"));
    head.set("webhook-id", id);
    head.set(
        "webhook-timestamp",
        random.nextInt(8) > 0
            ? Long.toString(now)
            : bodies.pick("0" + now, "+" + now, now + ".0", "-1", "", "9".repeat(30), "\u0661"));
    String signature = callers.signatureOfBytes(id, now, body);
    head.set(
        "webhook-signature",
        random.nextInt(8) > 0
            ? signature
            : bodies.pick(
                "v1,x " + signature,
                signature + " " + signature,
                signature.substring(0, signature.length() - 1),
                signature + "=",
                "v1," + "A".repeat(2000),
                "v2," + signature.substring(3),
                signature.replace("v1,", "V1,"),
                "v1",
                ",",
                ""));
    head.oddities();
    return new FuzzCase(
        "POST /v1/payment-callbacks",
        head.with(body, true),
        new Trace(Kind.CALLBACK, transaction, ""));
  }

  private FuzzCase event() {
    String event = fresh("e");
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("applicationId", id());
    if (random.nextInt(3) == 0) {
      data.put("waybillNumber", bodies.text());
    }
    if (random.nextInt(6) == 0) {
      data.put(bodies.text(), bodies.content());
    }
    String kind =
        random.nextInt(8) > 0
            ? bodies.pick(
                "warehouse.parcel-checked",
                "warehouse.parcel-shipped",
                "warehouse.parcel-delivered")
            : bodies.text();
    String source = random.nextInt(6) > 0 ? "/fuzz" : bodies.text();
    Head head = new Head("POST", path("/v1/events"));
    head.set("Authorization", "Bearer " + token("warehouse", "service"));
    String body;
    if (random.nextInt(3) == 0) {
      head.set("Content-Type", type("application/json"));
      for (Map.Entry<String, String> each :
          Map.of("specversion", "1.0", "id", event, "source", source, "type", kind).entrySet()) {
        String value = each.getValue();
        head.set(
            "ce-" + each.getKey(),
            switch (random.nextInt(8)) {
              case 0 -> '"' + wire(value) + '"';
              case 1 -> URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
              case 2 -> '"' + wire(value);
              default -> wire(value).replaceAll("[\\x00-\\x1f\\x7f]", "?");
            });
      }
      body = bodies.spell(data);
    } else {
      Map<String, Object> envelope = new LinkedHashMap<>();
      envelope.put("specversion", random.nextInt(15) > 0 ? "1.0" : bodies.text());
      envelope.put("id", event);
      envelope.put("source", source);
      envelope.put("type", kind);
      if (random.nextInt(6) == 0) {
        envelope.put(
            bodies.pick("datacontenttype", "time", "traceparent", "subject", "dataschema"),
            bodies.pick("application/json", "text/xml", "a", "", "2026-12-03T00:00:00Z"));
      }
      if (random.nextInt(5) > 0) {
        envelope.put("data", data);
      }
      if (random.nextInt(5) == 0) {
        envelope.put(
            "data_base64",
            Base64.getEncoder().encodeToString(bodies.spell(data).getBytes(StandardCharsets.UTF_8))
                + bodies.pick("", "", "=", "\n", "*"));
      }
      boolean batch = random.nextInt(3) == 0;
      head.set(
          "Content-Type",
          type(batch ? "application/cloudevents-batch+json" : "application/cloudevents+json"));
      if (batch) {
        List<Object> all = new ArrayList<>(Collections.nCopies(random.nextInt(4), envelope));
        if (random.nextInt(10) == 0) {
          all.add(bodies.pick("x", "1"));
        }
        body = bodies.spell(all);
      } else {
        body = bodies.spell(envelope);
      }
    }
    head.oddities();
    return new FuzzCase(
        "POST /v1/events",
        head.with(bodies.bytes(body, random.nextInt(4) == 0), true),
        new Trace(Kind.EVENT, event, ""));
  }

  private FuzzCase any() {
    Operation operation = bodies.pick(operations);
    String method =
        random.nextInt(12) > 0
            ? operation.method()
            : bodies.pick(
                "GET", "HEAD", "OPTIONS", "PUT", "PATCH", "DELETE", "TRACE", "CONNECT", "BREW",
                "get");
    Head head = new Head(method, path(filled(operation)) + query(operation));
    if (random.nextInt(15) > 0) {
      head.set("Authorization", "Bearer " + credential(operation.path()));
    }
    if (random.nextInt(4) == 0) {
      head.set("Accept", bodies.pick(HEADER_VALUES));
    }
    if (random.nextInt(6) == 0) {
      head.set("If-None-Match", bodies.pick("*", "\"a\"", "W/\"a\",\"b\"", "a", "\"", ",,"));
    }
    head.oddities();
    if (!operation.method().equals("POST")) {
      return new FuzzCase(
          operation.method() + " " + operation.path(),
          random.nextInt(10) > 0 ? head.end() : head.with("{}", true),
          Trace.NOTHING);
    }
    Map<String, Object> body = new LinkedHashMap<>();
    if (operation.path().endsWith("/transitions")) {
      body.put(
          "to",
          bodies.pick(
              "WAREHOUSE_CHECKED",
              "FEE_CONFIRMED",
              "PAID",
              "SHIPPED",
              "DELIVERED",
              "CANCELLED",
              "X"));
      if (body.get("to").equals("FEE_CONFIRMED") == random.nextInt(8) > 0) {
        body.put("fee", bodies.money());
      }
    } else if (operation.path().endsWith("/resolution")) {
      body.put("note", bodies.text());
    }
    if (random.nextInt(12) == 0) {
      body.put(bodies.text(), bodies.text());
    }
    boolean none = body.isEmpty() && random.nextInt(3) > 0;
    if (!none) {
      head.set("Content-Type", type("application/json"));
    }
    return new FuzzCase(
        operation.method() + " " + operation.path(),
        none && random.nextBoolean()
            ? head.end()
            : head.with(none ? "" : bodies.bytes(bodies.spell(body), random.nextInt(5) == 0), true),
        Trace.NOTHING);
  }

  private String credential(String path) {
    if (path.startsWith("/v1/jobs") && random.nextInt(6) > 0) {
      return token("warehouse", "service");
    }
    return switch (random.nextInt(8)) {
      case 0 -> token("applicant", "");
      case 1 -> token("warehouse", "service");
      case 2 -> bodies.pick("x", "a.b.c", "", "\u00ff", token("staff", "staff") + "x");
      default -> token("staff", "staff");
    };
  }

  private String token(String subject, String role) {
    return role.isEmpty() && !subject.equals("applicant")
        ? callers.token(subject, role)
        : tokens.computeIfAbsent(subject, any -> callers.token(subject, role));
  }

  private String filled(Operation operation) {
    String path = operation.path();
    while (path.contains("{")) {
      String value =
          path.contains("/jobs/")
              ? bodies.pick("relay", "retention", "x")
              : path.contains("/problems/")
                  ? bodies.pick("not-found", "x", "..", "not-found.html")
                  : path.contains("{kind}") ? bodies.pick("waybill", "payment", "x") : id();
      path = path.replaceFirst("\\{[^}]*}", Matcher.quoteReplacement(value));
    }
    return path;
  }

  private String id() {
    List<String> ids = known;
    return switch (random.nextInt(8)) {
      case 0 -> ID;
      case 1 ->
          bodies.pick(ID.toUpperCase(Locale.ROOT), "1-1-1-1-1", "x", "%00", ID + "%20", "\u00e9");
      default -> ids.isEmpty() ? ID : ids.get(random.nextInt(ids.size()));
    };
  }

  private String query(Operation operation) {
    if (random.nextInt(3) == 0) {
      return "";
    }
    StringBuilder query = new StringBuilder();
    for (int i = random.nextInt(4); i > 0; i--) {
      boolean described = !operation.parameters().isEmpty() && random.nextInt(8) > 0;
      String parameter =
          described
              ? bodies.pick(operation.parameters())
              : bodies.pick("x", "", "limit", "%6Cimit", "Limit", "a[]", "limit%00");
      query
          .append(query.isEmpty() ? '?' : bodies.pick("&", "&", "&", ";", "&&").charAt(0))
          .append(parameter)
          .append(random.nextInt(15) > 0 ? "=" : "")
          .append(wire(bodies.pick(ODD_VALUES)).replace("\"", "%22").replace(" ", "+"));
    }
    return query.toString();
  }

  private String path(String path) {
    return switch (random.nextInt(40)) {
      case 0 -> "/" + path;
      case 1 -> path + "/";
      case 2 -> path + ";a=b";
      case 3 -> path.replaceFirst("/v1", "/%761");
      case 4 -> path.replaceFirst("/v1", "/./v1/../v1");
      case 5 -> "http://localhost" + path;
      case 6 -> path + "?";
      case 7 -> path + "%2e";
      case 8 -> path.toUpperCase(Locale.ROOT);
      case 9 -> path + "?x=" + "a".repeat(random.nextInt(6000));
      default -> path;
    };
  }

  private String type(String usual) {
    return random.nextInt(8) > 0
        ? usual
        : random.nextBoolean()
            ? bodies.pick(HEADER_VALUES)
            : usual + bodies.pick("; charset=UTF-8", ";", ";a=\"b\\\"\"", ";charset=x");
  }

  private String oddKey() {
    String core = random.nextBoolean() ? fresh("k") : wire(bodies.pick(ODD_VALUES));
    return switch (random.nextInt(8)) {
      case 0 -> '"' + core + '"';
      case 1 ->
          '"'
              + core
              + "\";a="
              + bodies.pick(
                  "1", "1.0", "?1", ":YQ==:", "\"x\"", "@1", "%\"c%c3%a9\"", "tok", "(", "");
      case 2 -> '"' + core + "\", \"b\"";
      case 3 -> '"' + core;
      case 4 -> "\"" + core + "\\\"\\\\\"";
      case 5 -> core + ";a";
      case 6 -> "st_" + core;
      default -> core;
    };
  }

  private String fresh(String kind) {
    return "fz-" + kind + name + "-" + sent++;
  }

  /** Returns the UTF-8 bytes of a text, one character each. */
  private static String wire(String text) {
    return text.chars().allMatch(c -> c < 256)
        ? text
        : new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }

  /** Damages bytes anywhere, more often in a head than in a body. */
  private String damaged(String bytes) {
    int end = bytes.indexOf("\r\n\r\n");
    int bound = end > 0 && random.nextInt(3) > 0 ? end + 4 : bytes.length();
    int at = random.nextInt(bound);
    String before = bytes.substring(0, at);
    String after = bytes.substring(at);
    return switch (random.nextInt(12)) {
      case 0 -> before + (char) random.nextInt(256) + after;
      case 1 -> before + after.substring(Math.min(after.length(), 1 + random.nextInt(4)));
      case 2 ->
          before
              + bodies.pick(
                  "\r\n", "\n", "\r", "\u0000", "\t", " ", "\u000b", "\u007f", "\u00a0", "\r\n ",
                  ":")
              + after;
      case 3 ->
          bytes.replaceFirst(
              "\r\n", bodies.pick("\n", "\r", "\r\r\n", "\n\n", " \r\n", "\r\n\r\n"));
      case 4 -> before + bytes.substring(random.nextInt(bytes.length()));
      case 5 -> before + (char) (after.charAt(0) ^ 1 << random.nextInt(8)) + after.substring(1);
      case 6 -> before;
      case 7 ->
          bodies.pick(
                  "\r\n",
                  "\r\n\r\n",
                  "\n",
                  "\u0000",
                  " ",
                  "x",
                  "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
                  "\u0016\u0003\u0001")
              + bytes;
      case 8 ->
          bytes.replace(
              "HTTP/1.1",
              bodies.pick(
                  "HTTP/1.0",
                  "HTTP/1.2",
                  "HTTP/2.0",
                  "http/1.1",
                  "HTTP/1.1 ",
                  "HTTP/01.1",
                  "HTTP/1",
                  "ICY/1.1",
                  ""));
      case 9 ->
          bytes.replace(
              "Content-Length:",
              bodies.pick(
                  "Content-Length :",
                  "Content-length:",
                  "Content-Length: 0\r\nContent-Length:",
                  "Content-Length:+",
                  "Content-Length:0",
                  "Transfer-Encoding: chunked\r\nContent-Length:",
                  "X-Length:"));
      case 10 ->
          bytes.replace(
              "chunked",
              bodies.pick(
                  "Chunked",
                  "chunked, identity",
                  "chunked;a",
                  "identity",
                  " chunked ",
                  "\u000bchunked",
                  "chunked\r\nX: y",
                  "gzip, chunked"));
      default -> before + bytes.substring(0, random.nextInt(bytes.length())) + after;
    };
  }

  /** The head of a request. */
  private final class Head {
    private final String line;
    private final List<String> lines = new ArrayList<>();

    Head(String method, String target) {
      line = method + " " + wire(target).replace(" ", "%20") + " HTTP/1.1";
      lines.add("Host: localhost");
      lines.add("Request-Id: " + fresh("r"));
    }

    void set(String header, String value) {
      lines.add(header + ": " + wire(value));
    }

    /** Adds headers that seldom stand there, doubles one, or makes one huge. */
    void oddities() {
      if (random.nextInt(3) > 0) {
        return;
      }
      for (int i = 1 + random.nextInt(2); i > 0; i--) {
        switch (random.nextInt(8)) {
          case 0 -> lines.add(bodies.pick(lines));
          case 1 -> lines.add("X-Long: " + "a".repeat(random.nextInt(25_000)));
          case 2 -> {
            for (int each = random.nextInt(400); each > 0; each--) {
              lines.add("X-" + each + ": a");
            }
          }
          case 3 -> lines.remove(random.nextInt(lines.size()));
          case 4 -> set(bodies.pick(ODD_HEADERS), bodies.pick(ODD_VALUES));
          case 5 -> Collections.shuffle(lines, random);
          default -> set(bodies.pick(ODD_HEADERS), bodies.pick(HEADER_VALUES));
        }
        if (lines.isEmpty()) {
          lines.add("Host: localhost");
        }
      }
    }

    String end() {
      return line + "\r\n" + String.join("\r\n", lines) + "\r\n\r\n";
    }

    /** Returns the whole request with a body of bytes, one character each. */
    String with(String body, boolean odd) {
      if (!odd || random.nextInt(4) > 0) {
        lines.add("Content-Length: " + body.length());
        return end() + body;
      }
      if (random.nextInt(6) == 0) {
        lines.add("Expect: 100-continue");
      }
      lines.add("Transfer-Encoding: chunked");
      StringBuilder chunks = new StringBuilder(end());
      for (int at = 0; at < body.length(); ) {
        int size =
            Math.min(body.length() - at, 1 + random.nextInt(random.nextBoolean() ? 9 : 9000));
        chunks
            .append(Integer.toHexString(size))
            .append(random.nextInt(6) == 0 ? bodies.pick(";a", ";a=b", ";a=\"b;c\"") : "")
            .append("\r\n")
            .append(body, at, at + size)
            .append("\r\n");
        at += size;
      }
      chunks.append(random.nextInt(8) == 0 ? "000" : "0").append("\r\n");
      if (random.nextInt(3) == 0) {
        chunks.append(
            bodies.pick(
                "X-Trailer: 1\r\n",
                "Idempotency-Key: other\r\n",
                "Content-Length: 3\r\n",
                "Transfer-Encoding: chunked\r\n",
                "Host: elsewhere\r\n",
                "Authorization: Bearer x\r\n",
                "X: " + "a".repeat(9000) + "\r\n"));
      }
      return chunks.append("\r\n").toString();
    }
  }
}
