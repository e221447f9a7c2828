package dev.uketsuke.settlement;

import dev.uketsuke.http.ReceivedBody;
import dev.uketsuke.json.ObjectReading;
import dev.uketsuke.json.StrictJson;
import dev.uketsuke.problems.Problem;
import dev.uketsuke.problems.ProblemType;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.InputStream;
import java.util.Set;

/** Reads the note with which a person settles something. */
@Singleton
public class NoteReading {

  private static final int LONGEST = 1000;

  private final StrictJson json;

  NoteReading(StrictJson json) {
    this.json = json;
  }

  /**
   * Reads.
   *
   * @return 1 to 1000 characters
   * @throws jakarta.ws.rs.WebApplicationException 400 if the body is not {@code {"note":"…"}}
   */
  public String read(InputStream body) throws IOException {
    ObjectReading members =
        json.object(ReceivedBody.read(body))
            .map(object -> ObjectReading.of(object, Set.of("note")))
            .orElseThrow(() -> Problem.of(ProblemType.MALFORMED_JSON).toException());
    String note = members.require("note") ? members.text("note", LONGEST) : null;
    if (!members.violations().isEmpty()) {
      throw Problem.of(ProblemType.INVALID_REQUEST).violations(members.violations()).toException();
    }
    return note;
  }
}
