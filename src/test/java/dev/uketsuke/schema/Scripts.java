package dev.uketsuke.schema;

import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import org.flywaydb.core.api.ResourceProvider;
import org.flywaydb.core.api.resource.LoadableResource;

/** Migrations in a folder of a test. */
record Scripts(Path folder) implements ResourceProvider {

  @Override
  public LoadableResource getResource(String name) {
    return getResources("", new String[] {""}).stream()
        .filter(script -> script.getRelativePath().equals(name))
        .findFirst()
        .orElse(null);
  }

  @Override
  public Collection<LoadableResource> getResources(String prefix, String[] suffixes) {
    try (var files = Files.list(folder)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith(prefix))
          .filter(
              file ->
                  List.of(suffixes).stream().anyMatch(suffix -> file.toString().endsWith(suffix)))
          .<LoadableResource>map(Script::new)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static final class Script extends LoadableResource {
    private final Path file;

    Script(Path file) {
      this.file = file;
    }

    @Override
    public Reader read() {
      try {
        return new StringReader(Files.readString(file));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public String getAbsolutePath() {
      return file.toString();
    }

    @Override
    public String getAbsolutePathOnDisk() {
      return file.toString();
    }

    @Override
    public String getFilename() {
      return file.getFileName().toString();
    }

    @Override
    public String getRelativePath() {
      return getFilename();
    }
  }
}
