package dev.uketsuke.database;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.EOFException;
import java.io.IOException;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** What an operator reads of a failure in the database. */
class DatabaseExceptionTest {

  @Test
  void reasonIsWhatTheDriverSays() {
    assertEquals("out of memory", reason(new SQLException("out of memory")));
  }

  @Test
  void reasonNamesWhatMadeTheDriverFail() {
    var root = new IOException("no route", new EOFException("cut off"));
    assertEquals(
        "Something unusual (EOFException: cut off)",
        reason(new SQLException("Something unusual", root)));
  }

  @Test
  void reasonIsNotSaidTwice() {
    var root = new IOException("cut off");
    assertEquals("Not begun: cut off", reason(new SQLException("Not begun: cut off", root)));
  }

  @Test
  void causesInACircleEnd() {
    var one = new SQLException("one");
    var other = new SQLException("other", one);
    one.initCause(other);
    assertEquals("one", reason(one));
  }

  private static String reason(SQLException cause) {
    return new DatabaseException(cause).reason();
  }
}
