package dev.uketsuke.proof;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A file of events, one JSON object a line. */
final class History {

  private static final ObjectMapper JSON = new ObjectMapper();

  private History() {}

  /** Returns the events of a file, in its order. */
  static List<Event> read(Path file) throws IOException {
    List<Event> events = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      if (!line.isBlank()) {
        events.add(JSON.readValue(line, Event.class));
      }
    }
    return events;
  }

  static void write(Path file, List<Event> events) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      for (Event event : events) {
        out.write(line(event));
        out.newLine();
      }
    }
  }

  /** Returns the event as one line. */
  static String line(Event event) {
    try {
      return JSON.writeValueAsString(event);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
