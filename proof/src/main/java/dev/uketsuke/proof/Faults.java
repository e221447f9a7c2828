package dev.uketsuke.proof;

import dev.uketsuke.proof.CuttingProxy.Cut;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** Faults that are drawn at random, one after the other, until the time is over. */
final class Faults {

  private final Random random;
  private final Database database;
  private final List<Instance> instances;
  private final CuttingProxy network;
  private final Map<String, Integer> counts = new TreeMap<>();

  Faults(Random random, Database database, List<Instance> instances, CuttingProxy network) {
    this.random = random;
    this.database = database;
    this.instances = instances;
    this.network = network;
  }

  Map<String, Integer> counts() {
    return counts;
  }

  /** Injects faults until the given moment; each is healed before the next. */
  void until(long nanoTime) throws Exception {
    while (System.nanoTime() < nanoTime) {
      Thread.sleep(500 + random.nextInt(3000));
      inject();
    }
  }

  private void inject() throws Exception {
    Instance instance = instances.get(random.nextInt(instances.size()));
    int what = random.nextInt(100);
    if (what < 12) {
      told("kill -9 of an instance");
      instance.kill();
      Thread.sleep(random.nextInt(1000));
      instance.start();
      instance.awaitReady();
    } else if (what < 30) {
      told("SIGSTOP of an instance");
      instance.freeze(500 + random.nextInt(14_000));
    } else if (what < 42) {
      told("kill -9 of PostgreSQL");
      database.killAndRestart();
    } else if (what < 52) {
      told("SIGSTOP of PostgreSQL");
      database.freeze(300 + random.nextInt(12_000));
    } else {
      Cut cut = Cut.values()[random.nextInt(Cut.values().length)];
      told("connections cut, " + cut.name().toLowerCase(java.util.Locale.ROOT) + " the round trip");
      for (int i = 0; i < 20; i++) {
        network.cut(cut);
        Thread.sleep(random.nextInt(100));
      }
    }
  }

  private void told(String what) {
    counts.merge(what, 1, Integer::sum);
    System.err.println("fault: " + what);
  }
}
