package dev.uketsuke.outbox;

import dev.uketsuke.accounts.Bucket;
import dev.uketsuke.database.Transactions;
import dev.uketsuke.support.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** A destination of one test alone, in this process, that remembers what it was handed. */
final class TestDestination implements Destination {

  private static final String ACCOUNT = "account-of-the-relay-tests";

  private final String type = "test-" + UUID.randomUUID();
  private final AtomicInteger steps = new AtomicInteger();
  private final int batchSize;
  private final int parallel;
  private final List<OutboxMessage> handed = new CopyOnWriteArrayList<>();
  private volatile Function<OutboxMessage, Delivery> answer = message -> Delivery.sent();

  TestDestination(int batchSize, int parallel) {
    this.batchSize = batchSize;
    this.parallel = parallel;
  }

  void answer(Function<OutboxMessage, Delivery> answer) {
    this.answer = answer;
  }

  List<UUID> handed() {
    return handed.stream().map(OutboxMessage::id).toList();
  }

  /** Appends a message the way that the service does; aggregates are those of this test. */
  UUID write(String aggregate, Outbox outbox, Transactions transactions) {
    return transactions.run(c -> outbox.append(c, message(aggregate)));
  }

  Outbox.Message message(String aggregate) {
    return new Outbox.Message(
        ACCOUNT, steps.incrementAndGet(), type, type + aggregate, "test", "{}");
  }

  /** Heads and their followers, as they stand after some days without the destination. */
  void backlog(int applications, int messages) {
    TestDatabase.update(
        "INSERT INTO outbox (id, account_id, bucket, step, aggregatetype, aggregateid, type, payload, created_at,"
            + " next_attempt_at, head) SELECT gen_random_uuid(), ?, ?, n, ?, ? || a, 'test', '{}', t, t, n = 1"
            + " FROM generate_series(1, ?) n, generate_series(1, ?) a,"
            + " LATERAL (SELECT now() - interval '3 days' + n * interval '1 hour'"
            + " + a * interval '1 millisecond') time (t) ORDER BY n, a",
        ACCOUNT,
        Bucket.of(ACCOUNT),
        type,
        type,
        messages,
        applications);
  }

  @Override
  public String aggregateType() {
    return type;
  }

  @Override
  public boolean isConfigured() {
    return true;
  }

  @Override
  public int batchSize() {
    return batchSize;
  }

  @Override
  public int parallel() {
    return parallel;
  }

  @Override
  public List<Delivery> deliver(List<OutboxMessage> messages) {
    handed.addAll(messages);
    return messages.stream().map(answer).toList();
  }

  @Override
  public Duration longest() {
    return Duration.ofSeconds(1);
  }
}
