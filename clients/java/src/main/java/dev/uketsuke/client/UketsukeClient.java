package dev.uketsuke.client;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/**
 * Submits applications exactly once: keeps the key and the bytes in a store, repeats them until the
 * outcome is known, renews the token, and asks when the retries run out.
 *
 * <p>Guarantee: nothing is sent before its key and bytes are stored, and a name that is in the
 * store is never sent under another key. A process that dies between sending and answer, and is
 * started again, therefore ends in the same application.
 *
 * <p>Thread-safe. It acts for one account at one service.
 */
public final class UketsukeClient {

  private final URI base;
  private final KeyStore store;
  private final TokenSource tokens;
  private final HttpClient http;
  private final Patience patience;
  private final KeySource keys;
  private final Waiting waiting;

  /** Gives the key of a new operation. */
  @FunctionalInterface
  public interface KeySource {
    /** Returns a key that was never used for another operation. */
    String newKey() throws IOException, InterruptedException;
  }

  /** How time passes; tests let it pass at once. */
  interface Waiting {
    void pause(Duration time) throws InterruptedException;
  }

  private UketsukeClient(Builder builder, Waiting waiting) {
    this.base = builder.base;
    this.store = builder.store;
    this.tokens = builder.tokens;
    this.http = builder.http;
    this.patience = builder.patience;
    this.keys = builder.keys;
    this.waiting = waiting;
  }

  /**
   * Begins a client.
   *
   * @param base address of the service, for example {@code https://uketsuke.example.com}
   */
  public static Builder builder(URI base, KeyStore store, TokenSource tokens) {
    return new Builder(base, store, tokens);
  }

  /**
   * Sends the operation of this name until its outcome is known.
   *
   * <p>The key stays in the store until {@link #forget}. Corrected content goes out under the same
   * key: had the first content been accepted, the outcome is a {@link Outcome.Conflict}.
   *
   * @param name the caller's own name for the operation, the same after a restart
   * @param content the application as JSON text
   * @throws IOException if the store fails; nothing is sent then. A network that fails is an
   *     outcome
   * @throws InterruptedException if the thread is interrupted; the operation stays in the store
   */
  public Outcome submit(String name, String content) throws IOException, InterruptedException {
    Objects.requireNonNull(content, "content");
    Optional<Operation> known = store.load(name);
    Operation operation =
        known.isPresent() ? known.get() : store.create(name, new Operation(keys.newKey(), content));
    if (!operation.body().equals(content)) {
      operation = new Operation(operation.key(), content);
      store.replace(name, operation);
    }
    return send(operation);
  }

  /**
   * Sends the stored bytes of this name again, after a restart for instance.
   *
   * @throws NoSuchElementException if nothing is stored under this name
   */
  public Outcome submitAgain(String name) throws IOException, InterruptedException {
    return send(stored(name));
  }

  /**
   * Asks what became of the operation of this name, and sends nothing.
   *
   * @throws NoSuchElementException if nothing is stored under this name
   */
  public Outcome inquire(String name) throws IOException, InterruptedException {
    return ask(stored(name), null);
  }

  /**
   * Forgets the key. Call it once you have recorded the outcome: from then on the same name is a
   * new operation.
   */
  public void forget(String name) throws IOException {
    store.remove(name);
  }

  private Operation stored(String name) throws IOException {
    return store
        .load(name)
        .orElseThrow(() -> new NoSuchElementException("Nothing is stored under " + name));
  }

  private Outcome send(Operation operation) throws InterruptedException {
    var attempts = new Attempts(patience.attempts());
    var request =
        HttpRequest.newBuilder(base.resolve("v1/applications"))
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", quoted(operation.key()))
            .POST(BodyPublishers.ofString(operation.body()));
    Optional<Outcome> outcome = attempts.run(request, Answer::ofSubmission);
    return outcome.isPresent() ? outcome.get() : ask(operation, attempts.failure);
  }

  private Outcome ask(Operation operation, Exception earlier) throws InterruptedException {
    var attempts = new Attempts(patience.inquiries());
    attempts.failure = earlier;
    String key = URLEncoder.encode(operation.key(), StandardCharsets.UTF_8);
    var request = HttpRequest.newBuilder(base.resolve("v1/submissions?idempotencyKey=" + key));
    Optional<Outcome> outcome = attempts.run(request, Answer::ofInquiry);
    return outcome.isPresent() ? outcome.get() : attempts.unsettled(Optional.empty());
  }

  /** The attempts at one request, until an answer says what became of the operation. */
  private final class Attempts {
    private final int most;
    private Answer last;
    private Exception failure;

    Attempts(int most) {
      this.most = most;
    }

    /** Returns the outcome; empty if the attempts are used up. */
    Optional<Outcome> run(HttpRequest.Builder request, Function<Answer, Optional<Outcome>> reading)
        throws InterruptedException {
      for (int attempt = 1; attempt <= most; attempt++) {
        last = null;
        try {
          last = answer(request);
        } catch (IOException noAnswer) {
          failure = noAnswer;
        }
        Optional<Outcome> outcome = last == null ? Optional.empty() : reading.apply(last);
        if (outcome.isPresent()) {
          return outcome;
        }
        Duration after = last == null ? Duration.ZERO : last.retryAfter(Clock.systemUTC());
        if (after.compareTo(patience.longestRetryAfter()) > 0) {
          return Optional.of(unsettled(Optional.of(after)));
        }
        if (attempt < most) {
          Duration backOff = patience.backOff(attempt, ThreadLocalRandom.current().nextDouble());
          waiting.pause(after.compareTo(backOff) > 0 ? after : backOff);
        }
      }
      return Optional.empty();
    }

    Outcome unsettled(Optional<Duration> retryAfter) {
      return last != null && last.saysInProgress()
          ? new Outcome.InProgress(retryAfter)
          : new Outcome.Unknown(retryAfter, Optional.ofNullable(failure));
    }
  }

  /** Sends a request; after a 401 once more, with a renewed token and the same bytes. */
  private Answer answer(HttpRequest.Builder request) throws IOException, InterruptedException {
    Answer answer = once(request, tokens.token(false));
    return answer.status() == 401 ? once(request, tokens.token(true)) : answer;
  }

  /**
   * Sends a request once. The time limit is kept here, because that of the request ends with the
   * first byte of the answer: a body that stops in the middle would be waited for without end.
   */
  private Answer once(HttpRequest.Builder request, String token)
      throws IOException, InterruptedException {
    var exchange =
        http.sendAsync(
            request
                .copy()
                .header("Accept", "application/json")
                .header("Authorization", "Bearer " + token)
                .build(),
            BodyHandlers.ofString());
    try {
      return Answer.of(exchange.get(patience.timeout().toMillis(), TimeUnit.MILLISECONDS));
    } catch (ExecutionException failed) {
      throw new IOException("No answer from " + base, failed.getCause());
    } catch (TimeoutException late) {
      throw new IOException("No answer from " + base + " within " + patience.timeout(), late);
    } finally {
      exchange.cancel(true);
    }
  }

  /** The key as a string of RFC 9651, which may contain any printable character. */
  private static String quoted(String key) {
    return '"' + key.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  /** Settings of a client; what is not set has a sensible value. */
  public static final class Builder {
    private final URI base;
    private final KeyStore store;
    private final TokenSource tokens;
    private HttpClient http;
    private Patience patience = Patience.DEFAULT;
    private KeySource keys = () -> UUID.randomUUID().toString();

    private Builder(URI base, KeyStore store, TokenSource tokens) {
      this.base = URI.create(base.toString().replaceFirst("/*$", "/"));
      this.store = Objects.requireNonNull(store, "store");
      this.tokens = Objects.requireNonNull(tokens, "tokens");
    }

    /** Uses this HTTP client, for a proxy or certificates of one's own. It must not redirect. */
    public Builder http(HttpClient client) {
      this.http = client;
      return this;
    }

    /** Is as patient as this; {@link Patience#DEFAULT} otherwise. */
    public Builder patience(Patience other) {
      this.patience = other;
      return this;
    }

    /** Takes keys from here, for submission tokens; random ones otherwise. */
    public Builder keys(KeySource source) {
      this.keys = source;
      return this;
    }

    public UketsukeClient build() {
      return build(time -> Thread.sleep(time.toMillis()));
    }

    UketsukeClient build(Waiting waiting) {
      if (http == null) {
        http = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
      }
      return new UketsukeClient(this, waiting);
    }
  }
}
