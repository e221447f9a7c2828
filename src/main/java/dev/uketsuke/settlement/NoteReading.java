package dev.uketsuke.settlement;

import dev.uketsuke.json.ObjectReading;
import dev.uketsuke.json.StrictJson;
import dev.uketsuke.problems.Problem;
import dev.uketsuke.problems.ProblemType;
import jakarta.inject.Singleton;
import java.util.Set;

/** Reads the note of a person who settles an item. */
@Singleton
public class NoteReading {

  private static final int MAX_LENGTH = 1000;

  private final StrictJson json;

  NoteReading(StrictJson json) {
    this.json = json;
  }

  /**
   * Returns the note in a request body.
   *
   * @param body the body that {@code ReceivedBody} returns; not null
   * @return a text of 1 to 1000 characters
   * @throws jakarta.ws.rs.WebApplicationException 400 if the body is not {@code {"note":"…"}}
   */
  public String read(byte[] body) {
    ObjectReading members =
        json.object(body)
            .map(object -> ObjectReading.of(object, Set.of("note")))
            .orElseThrow(() -> Problem.of(ProblemType.MALFORMED_JSON).toException());
    String note = members.require("note") ? members.text("note", MAX_LENGTH) : null;
    if (!members.violations().isEmpty()) {
      throw Problem.of(ProblemType.INVALID_REQUEST).violations(members.violations()).toException();
    }
    return note;
  }
}
