package dev.uketsuke.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * The directory that keeps the data of the embedded server between runs.
 *
 * <p>Guarantee: after {@link #recover} a server can start in the directory, however the run before
 * ended. A server that was left running is stopped, and a stale lock file is removed. The data is
 * removed only if no server has ever started in the directory.
 */
record DataDirectory(Path path) {
  private static final int STOP_TIMEOUT_SECONDS = 20;

  void recover() {
    try {
      refuseIfInUse();
      stopOrphan();
      if (Files.notExists(completed())) {
        delete();
      }
      Files.createDirectories(path);
    } catch (IOException failure) {
      throw new UncheckedIOException("Cannot prepare " + path, failure);
    }
  }

  /** Marks the directory as complete, after a server has started in it. */
  void complete() throws IOException {
    if (Files.notExists(completed())) {
      Files.createFile(completed());
    }
  }

  /**
   * Returns the marker file beside the directory, which exists after the first successful start.
   */
  private Path completed() {
    return path.resolveSibling(path.getFileName() + ".complete");
  }

  /** Checks the lock that the library for embedded servers holds while its process lives. */
  private void refuseIfInUse() throws IOException {
    Path lockFile = path.resolve("epg-lock");
    if (Files.notExists(lockFile)) {
      return;
    }
    try (FileChannel channel = FileChannel.open(lockFile, StandardOpenOption.WRITE);
        FileLock lock = channel.tryLock()) {
      if (lock == null) {
        throw new IllegalStateException("Another dev mode uses " + path + "; end that one first");
      }
    }
  }

  private void stopOrphan() throws IOException {
    Path pidFile = path.resolve("postmaster.pid");
    if (Files.notExists(pidFile)) {
      return;
    }
    Optional<ProcessHandle> orphan = serverOf(Files.readAllLines(pidFile));
    if (orphan.isPresent()) {
      end(orphan.get());
    }
    // A hard stop leaves the file behind; another process may have got the process id since then.
    Files.deleteIfExists(pidFile);
  }

  private static Optional<ProcessHandle> serverOf(List<String> pidFile) {
    return pidFile.stream()
        .findFirst()
        .map(String::strip)
        .filter(line -> line.matches("\\d{1,18}"))
        .flatMap(line -> ProcessHandle.of(Long.parseLong(line)))
        .filter(
            process ->
                process.info().command().map(Path::of).map(Path::getFileName).stream()
                    .anyMatch(name -> name.toString().startsWith("postgres")));
  }

  private static void end(ProcessHandle server) {
    server.destroy();
    try {
      server.onExit().get(STOP_TIMEOUT_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException | ExecutionException unwilling) {
      throw new IllegalStateException(
          "An embedded PostgreSQL of an earlier run does not stop, process " + server.pid(),
          unwilling);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while an earlier server stops", interrupted);
    }
  }

  private void delete() throws IOException {
    if (Files.notExists(path)) {
      return;
    }
    List<Path> deepestFirst;
    try (Stream<Path> all = Files.walk(path)) {
      deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path each : deepestFirst) {
      Files.delete(each);
    }
  }
}
