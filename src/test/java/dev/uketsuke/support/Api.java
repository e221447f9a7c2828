package dev.uketsuke.support;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.restassured.RestAssured;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.UUID;

/**
 * The service as one caller sees it over HTTP. Where it is comes from the environment of the test,
 * so that the same test runs against the application in this JVM and against the packaged one. Each
 * answer has to be one that the API description knows ({@link Description}).
 */
public final class Api {

  /** The smallest application. */
  public static final String SMALLEST = "{\"origin\":\"AU\",\"destination\":\"KR\",\"parcels\":1}";

  /** An application that differs from {@link #SMALLEST} in one member. */
  public static final String OTHER = "{\"origin\":\"AU\",\"destination\":\"KR\",\"parcels\":2}";

  public static final String APPLICATIONS = "/v1/applications";

  private static final HttpClient CLIENT =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(10))
          .build();

  private final URI base;
  private final Caller caller;

  private Api(URI base, Caller caller) {
    this.base = base;
    this.caller = caller;
  }

  /** The application under test, seen by this caller. */
  public static Api as(Caller caller) {
    return at(uri(), caller);
  }

  /** An instance started by the test itself, seen by this caller. */
  public static Api at(URI base, Caller caller) {
    return new Api(base, caller);
  }

  /** The application under test, seen by a new applicant. */
  public static Api asApplicant() {
    return as(Tokens.applicant());
  }

  /** Where the application under test listens. */
  public static URI uri() {
    return URI.create("http://localhost:" + RestAssured.port);
  }

  /** A key that no other test uses. */
  public static String newKey() {
    return "key-" + UUID.randomUUID();
  }

  public Caller caller() {
    return caller;
  }

  public URI base() {
    return base;
  }

  public Answer submit(String key, String body) {
    return submit(key, body.getBytes(StandardCharsets.UTF_8), "application/json");
  }

  /**
   * Submits a body as it is.
   *
   * @param contentType null sends none
   */
  public Answer submit(String key, byte[] body, String contentType) {
    var request = submission(key).POST(BodyPublishers.ofByteArray(body));
    if (contentType != null) {
      request.header("Content-Type", contentType);
    }
    return send(request);
  }

  /** Submits with chunked transfer encoding. */
  public Answer submitChunked(String key, byte[] body) {
    return send(
        submission(key)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body))));
  }

  /** The answer to "did my submission get through?". */
  public Answer inquire(String key) {
    return get("/v1/submissions?idempotencyKey=" + URLEncoder.encode(key, StandardCharsets.UTF_8));
  }

  /** A newly issued submission token. */
  public String issueToken() {
    return post("/v1/submission-tokens").expect(201).json().path("token").asText();
  }

  /** Posts nothing. */
  public Answer post(String path) {
    return send(request(path).POST(BodyPublishers.noBody()));
  }

  public Answer get(String path) {
    return send(request(path).GET());
  }

  /** Any other request, with the caller's token. */
  public HttpRequest.Builder request(String path) {
    return withoutToken(path).header("Authorization", "Bearer " + caller.token());
  }

  /** A request without a credential. */
  public HttpRequest.Builder withoutToken(String path) {
    return HttpRequest.newBuilder(URI.create(base + path)).timeout(Duration.ofSeconds(60));
  }

  public Answer send(HttpRequest.Builder request) {
    try {
      var sent = request.build();
      var response = CLIENT.send(sent, BodyHandlers.ofByteArray());
      var answer =
          new Answer(
              response.statusCode(),
              new LinkedHashMap<>(response.headers().map()),
              response.body());
      assertEquals(
          List.of(), Description.faults(sent.method(), sent.uri(), answer), answer::toString);
      return answer;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private HttpRequest.Builder submission(String key) {
    return request(APPLICATIONS).header("Idempotency-Key", key);
  }
}
