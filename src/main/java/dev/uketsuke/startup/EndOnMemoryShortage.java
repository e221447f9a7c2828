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
 * Ends the process when it runs out of memory, whatever options it was started with.
 *
 * <p>An OutOfMemoryError ends only the work in which it happens. The network library catches it and
 * goes on, but no longer serves some of its connections. A platform restarts a process that has
 * ended; it does not restart one that lives and does not answer. The JVM's option {@code
 * -XX:+ExitOnOutOfMemoryError} cannot be set inside a jar. This class therefore inspects every
 * logged and every uncaught exception, and allocates a little memory each second to detect a
 * shortage that was not reported.
 */
@ApplicationScoped
class EndOnMemoryShortage {
  /** The exit code that the JVM uses with {@code -XX:+ExitOnOutOfMemoryError}. */
  private static final int EXIT_CODE = 3;

  private static final int PROBE_BYTES = 256 * 1024;
  private static final long PAUSE_MILLIS = 1_000;
  private static final int MAX_CAUSES = 20;

  /** Allocated in advance, because no memory is left when the message is written. */
  private static final byte[] LAST_WORDS =
      ("The process is out of memory and ends, so that the platform restarts it. Give it more"
              + " memory, or lower UKETSUKE_HTTP_BODY_MEMORY and UKETSUKE_HTTP_CONNECTIONS.\n")
          .getBytes(StandardCharsets.US_ASCII);

  /** Opened in advance for the same reason; never closed, because the process uses it too. */
  private final FileOutputStream errors = new FileOutputStream(FileDescriptor.err);

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
    Thread probe = new Thread(this::probe, "memory-probe");
    probe.setDaemon(true);
    probe.start();
  }

  private void probe() {
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

  private void endIfOutOfMemory(Throwable failure) {
    Throwable cause = failure;
    for (int depth = 0; cause != null && depth < MAX_CAUSES; depth++) {
      if (cause instanceof OutOfMemoryError) {
        end();
      }
      cause = cause.getCause();
    }
  }

  private void end() {
    try {
      errors.write(LAST_WORDS);
    } catch (IOException | OutOfMemoryError notWritten) {
      // The process must end even if the message cannot be written.
    } finally {
      Runtime.getRuntime().halt(EXIT_CODE);
    }
  }

  private final class Watch extends Handler {
    @Override
    public void publish(LogRecord record) {
      if (record.getThrown() != null) {
        endIfOutOfMemory(record.getThrown());
      }
    }

    @Override
    public void flush() {
      // This handler buffers nothing.
    }

    @Override
    public void close() {
      // This handler holds no resource.
    }
  }
}
