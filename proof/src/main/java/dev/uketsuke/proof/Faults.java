package dev.uketsuke.proof;

import dev.uketsuke.proof.CuttingProxy.Cut;
import java.nio.file.Path;
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
  private final Path newer;
  private final Map<String, Integer> counts = new TreeMap<>();
  private int upgraded;

  /**
   * @param newer the artefact that the instances are upgraded to, one after the other; null if they
   *     run it already
   */
  Faults(
      Random random,
      Database database,
      List<Instance> instances,
      CuttingProxy network,
      Path newer) {
    this.random = random;
    this.database = database;
    this.instances = instances;
    this.network = network;
    this.newer = newer;
  }

  Map<String, Integer> counts() {
    return counts;
  }

  /** Injects faults until the given moment; each is healed before the next. */
  void until(long nanoTime) throws Exception {
    long begin = System.nanoTime();
    while (System.nanoTime() < nanoTime) {
      Thread.sleep(500 + random.nextInt(3000));
      long passed = System.nanoTime() - begin;
      if (newer != null
          && upgraded < instances.size()
          && passed * (instances.size() + 1) > (nanoTime - begin) * (upgraded + 1)) {
        told("upgrade of an instance");
        instances.get(upgraded++).upgrade(newer);
      } else {
        inject();
      }
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
      // A cut that is left would stop the start of an instance, and a start is not what it tests.
      network.spare();
    }
  }

  private void told(String what) {
    counts.merge(what, 1, Integer::sum);
    System.err.println("fault: " + what);
  }
}
