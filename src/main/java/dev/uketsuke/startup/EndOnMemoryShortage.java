package dev.uketsuke.startup;

import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * Ends the process when it runs out of memory, however it was started.
 *
 * <p>An OutOfMemoryError ends only the work in which it happens; the network library catches it and
 * goes on, with connections that nobody serves any more. A platform restarts a process that has
 * ended, but keeps one that lives and answers nobody. The JVM has an option for that, which cannot
 * stand in a jar; so every error that is logged or caught by nobody is looked at, and a small
 * allocation each second finds out what nobody has reported.
 */
@ApplicationScoped
class EndOnMemoryShortage {
  /** As the JVM does with {@code -XX:+ExitOnOutOfMemoryError}. */
  private static final int EXIT_CODE = 3;

  private static final int PROBE_BYTES = 256 * 1024;
  private static final long PAUSE_MILLIS = 1_000;
  private static final int MAX_CAUSES = 20;

  /** Made beforehand, since there is no memory left when it is needed. */
  private static final byte[] LAST_WORDS =
      ("The process is out of memory and ends, so that the platform restarts it. Give it more"
              + " memory, or lower UKETSUKE_HTTP_BODY_MEMORY and UKETSUKE_HTTP_CONNECTIONS.\n")
          .getBytes(StandardCharsets.US_ASCII);

  void start(@Observes StartupEvent event) {
    Logger.getLogger("").addHandler(new Watch());
    Thread.UncaughtExceptionHandler given = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, failure) -> {
          endIfOutOfMemory(failure);
          if (given != null) {
            given.uncaughtException(thread, failure);
          }
        });
    Thread probe = new Thread(EndOnMemoryShortage::probe, "memory-probe");
    probe.setDaemon(true);
    probe.start();
  }

  private static void probe() {
    try {
      while (new byte[PROBE_BYTES].length > 0) {
        Thread.sleep(PAUSE_MILLIS);
      }
    } catch (OutOfMemoryError shortage) {
      end();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private static void endIfOutOfMemory(Throwable failure) {
    Throwable cause = failure;
    for (int depth = 0; cause != null && depth < MAX_CAUSES; depth++) {
      if (cause instanceof OutOfMemoryError) {
        end();
      }
      cause = cause.getCause();
    }
  }

  private static void end() {
    try (FileOutputStream out = new FileOutputStream(FileDescriptor.err)) {
      out.write(LAST_WORDS);
    } catch (IOException | OutOfMemoryError unsaid) {
      // Ending matters more than saying so.
    } finally {
      Runtime.getRuntime().halt(EXIT_CODE);
    }
  }

  private static final class Watch extends Handler {
    @Override
    public void publish(LogRecord record) {
      if (record.getThrown() != null) {
        endIfOutOfMemory(record.getThrown());
      }
    }

    @Override
    public void flush() {
      // Nothing is kept.
    }

    @Override
    public void close() {
      // Nothing is open.
    }
  }
}
