package dev.uketsuke.proof;

import dev.uketsuke.proof.Event.Kind;
import dev.uketsuke.proof.Event.Outcome;
import java.net.URI;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Random clients. Several of them use the same few keys at a time, with equal and with other
 * content, at any instance, and lose patience at random; others carry accepted applications through
 * their life with deliveries that are doubled and out of order.
 */
final class Clients {

  private static final int ACCOUNTS = 3;
  private static final int HOT_KEYS = 5;
  private static final int USES = 14;

  private final ServiceClient service;
  private final Recorder recorder;
  private final Database database;
  private final List<URI> instances;
  private final long seed;
  private final AtomicInteger ticket = new AtomicInteger();
  private final Queue<Event> accepted = new ConcurrentLinkedQueue<>();
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean ended;

  Clients(
      ServiceClient service, Recorder recorder, Database database, List<URI> instances, long seed) {
    this.service = service;
    this.recorder = recorder;
    this.database = database;
    this.instances = instances;
    this.seed = seed;
  }

  void start(int submitting, int moving) {
    for (int i = 0; i < submitting + moving; i++) {
      Random random = new Random(seed * 1000 + i);
      Runnable work = i < submitting ? () -> submit(random) : () -> carry(random);
      Thread thread = new Thread(work, "client-" + i);
      threads.add(thread);
      thread.start();
    }
  }

  /** Returns when no client waits for an answer any more. */
  void end() throws InterruptedException {
    ended = true;
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private void submit(Random random) {
    while (!ended) {
      // Keys wear out: after some uses the next one takes its place.
      int place = ticket.getAndIncrement();
      String key = "k" + (place / (HOT_KEYS * USES) * HOT_KEYS + random.nextInt(HOT_KEYS));
      String account = "account-" + random.nextInt(ACCOUNTS);
      String content = account + "." + key;
      URI instance = any(random);
      Duration patience = patience(random);
      int what = random.nextInt(100);
      if (what < 50) {
        keep(service.submit(instance, patience, account, key, content + ".a"));
      } else if (what < 62) {
        keep(service.submit(instance, patience, account, key, content + ".b"));
      } else if (what < 68) {
        service.submitWrong(instance, patience, account, key, content + ".wrong");
      } else if (what < 92) {
        service.inquire(instance, patience, account, key);
      } else if (what < 97) {
        foreign(random, instance, patience, account);
      } else {
        expire(account, key);
      }
    }
  }

  private void keep(Event submission) {
    if (submission.outcome() == Outcome.CREATED) {
      accepted.add(submission);
    }
  }

  /** Reads an application of another account, or one that nobody has. */
  private void foreign(Random random, URI instance, Duration patience, String account) {
    Event other = accepted.peek();
    boolean unknown = other == null || other.account().equals(account) || random.nextBoolean();
    service.read(
        instance,
        patience,
        account,
        unknown ? new UUID(0, random.nextLong()).toString() : other.id());
  }

  /** Makes a key as old as its retention, for which nobody can wait. */
  private void expire(String account, String key) {
    long from = recorder.now();
    Outcome outcome = Outcome.NONE;
    try (Connection connection = database.connect();
        PreparedStatement update =
            connection.prepareStatement(
                "UPDATE shipping_application SET key_expires_at = now() - interval '1 second'"
                    + " WHERE account_id = ? AND idempotency_key = ? AND key_expires_at > now()")) {
      update.setString(1, Callers.ISSUER + "|" + account);
      update.setString(2, key);
      // Nothing to age tells nothing: the key may be free or aged already.
      outcome = update.executeUpdate() == 1 ? Outcome.DONE : Outcome.REPEATED;
    } catch (SQLException unknown) {
      // It may have been done.
    }
    recorder.operation(Kind.EXPIRE, account, key, null, from, outcome, null, null);
  }

  private void carry(Random random) {
    while (!ended) {
      Event application = accepted.poll();
      if (application == null) {
        pause(50);
        continue;
      }
      String id = application.id();
      List<Runnable> deliveries = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        deliveries.add(
            () ->
                retry(
                    random,
                    at ->
                        service.deliver(at, patience(random), id, "checked", "WAREHOUSE_CHECKED")));
        deliveries.add(() -> retry(random, at -> service.paid(at, patience(random), id)));
        deliveries.add(
            () ->
                retry(
                    random, at -> service.deliver(at, patience(random), id, "shipped", "SHIPPED")));
        deliveries.add(
            () ->
                retry(
                    random,
                    at -> service.deliver(at, patience(random), id, "delivered", "DELIVERED")));
        deliveries.add(() -> service.move(any(random), patience(random), id, "FEE_CONFIRMED"));
        deliveries.add(
            () -> service.read(any(random), patience(random), application.account(), id));
      }
      if (random.nextInt(10) == 0) {
        deliveries.add(() -> service.move(any(random), patience(random), id, "CANCELLED"));
      }
      Collections.shuffle(deliveries, random);
      deliveries.add(
          () -> retry(random, at -> service.move(at, patience(random), id, "FEE_CONFIRMED")));
      deliveries.add(() -> service.read(any(random), patience(random), application.account(), id));
      deliveries.forEach(Runnable::run);
    }
  }

  private interface Delivery {
    Event to(URI instance);
  }

  /** Delivers until it is acknowledged, as a provider does; gives up after a while. */
  private void retry(Random random, Delivery delivery) {
    for (int i = 0; i < 5 && !ended; i++) {
      Outcome outcome = delivery.to(any(random)).outcome();
      if (outcome != Outcome.NONE && outcome != Outcome.UNKNOWN && outcome != Outcome.REFUSED) {
        return;
      }
    }
  }

  /** Asks each key that was used once more, and submits some again: everything is calm by now. */
  void ask(Random random) {
    recorder.events().stream()
        .filter(each -> each.kind() == Kind.SUBMIT)
        .map(Event::slot)
        .distinct()
        .forEach(
            slot -> {
              String account = slot.substring(0, slot.indexOf(" / "));
              String key = slot.substring(slot.indexOf(" / ") + 3);
              Duration patience = Duration.ofSeconds(20);
              service.inquire(any(random), patience, account, key);
              if (random.nextInt(3) == 0) {
                service.submit(any(random), patience, account, key, account + "." + key + ".a");
              }
            });
  }

  private URI any(Random random) {
    return instances.get(random.nextInt(instances.size()));
  }

  private static Duration patience(Random random) {
    return Duration.ofMillis(random.nextInt(5) == 0 ? 5 + random.nextInt(60) : 15_000);
  }

  private static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
