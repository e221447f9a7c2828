package dev.uketsuke.proof;

import java.io.IOException;

/** Signals to processes that this run has started, by their ids. */
final class Signals {

  private Signals() {}

  /** Sends a signal; a process that has ended meanwhile does not matter. */
  static void send(String signal, long pid) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + signal, Long.toString(pid))
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start()
        .waitFor();
  }
}
