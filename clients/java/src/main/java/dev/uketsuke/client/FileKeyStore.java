package dev.uketsuke.client;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * Keeps operations as files in a directory; the first line is the key, and the bytes follow.
 *
 * <p>Guarantee: an operation is on the disk, whole, before a method returns. Several processes may
 * share the directory. The file system has to have hard links, as those of Linux and macOS and NTFS
 * have.
 */
public final class FileKeyStore implements KeyStore {

  private final Path directory;

  /**
   * Creates the store.
   *
   * @param directory is created if it does not exist; it holds what applicants enter, so give
   *     nobody else access to it
   */
  public FileKeyStore(Path directory) {
    this.directory = directory;
  }

  @Override
  public Optional<Operation> load(String name) throws IOException {
    try {
      String[] parts = Files.readString(file(name)).split("\n", 2);
      return Optional.of(new Operation(parts[0], parts[1]));
    } catch (NoSuchFileException none) {
      return Optional.empty();
    }
  }

  @Override
  public Operation create(String name, Operation operation) throws IOException {
    Path whole = written(operation);
    try {
      Files.createLink(file(name), whole);
    } catch (FileAlreadyExistsException anotherWasFirst) {
      // Its key is the one that counts.
    } finally {
      Files.delete(whole);
    }
    syncDirectory();
    return load(name).orElseThrow(() -> new NoSuchFileException(file(name).toString()));
  }

  @Override
  public void replace(String name, Operation operation) throws IOException {
    Files.move(
        written(operation),
        file(name),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
    syncDirectory();
  }

  @Override
  public void remove(String name) throws IOException {
    Files.deleteIfExists(file(name));
  }

  private Path written(Operation operation) throws IOException {
    Files.createDirectories(directory);
    Path file = Files.createTempFile(directory, ".operation-", ".tmp");
    byte[] bytes = (operation.key() + "\n" + operation.body()).getBytes(StandardCharsets.UTF_8);
    try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      var left = ByteBuffer.wrap(bytes);
      while (left.hasRemaining()) {
        channel.write(left);
      }
      channel.force(true);
    }
    return file;
  }

  /** A name outlives a loss of power only when the directory, too, is on the disk. */
  private void syncDirectory() throws IOException {
    if (directory.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      try (var channel = FileChannel.open(directory, StandardOpenOption.READ)) {
        channel.force(true);
      }
    }
  }

  private Path file(String name) {
    return directory.resolve(URLEncoder.encode(name, StandardCharsets.UTF_8) + ".operation");
  }
}
