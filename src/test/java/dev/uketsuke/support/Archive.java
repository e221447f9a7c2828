package dev.uketsuke.support;

import static org.junit.jupiter.api.Assertions.assertTrue;

/** The archive job, and where it has put an application. */
public final class Archive {

  /** So long ago that the application under test archives it, which keeps things for a century. */
  private static final String LONG_AGO = "1900-01-01T00:00:00Z";

  private Archive() {}

  /** Dates an application's last change back, so that the next run of the job finds it due. */
  public static void dateBack(String applicationId) {
    TestDatabase.update(
        "UPDATE shipping_application SET updated_at = ?::timestamptz WHERE id = ?::uuid",
        LONG_AGO,
        applicationId);
  }

  /** Runs the job until nothing is due. */
  public static void run() {
    var machine = Api.as(Tokens.service());
    while (!machine.post("/v1/jobs/archive").expect(200).json().path("finished").asBoolean()) {
      // More is due.
    }
  }

  /** Archives an application that is final and dated back. */
  public static void expectArchived(String applicationId) {
    run();
    assertTrue(isArchived(applicationId), "not archived: " + applicationId);
  }

  /** Whether all of it is in the archive; fails if it is in both places, or torn. */
  public static boolean isArchived(String applicationId) {
    var rows =
        TestDatabase.value(
            "SELECT concat_ws(' ', (SELECT (archived_at IS NOT NULL)::int FROM shipping_application"
                + " WHERE id = i), (SELECT count(*) FROM archived_application WHERE id = i),"
                + " (SELECT (count(*) > 0)::int FROM archived_history WHERE application_id = i),"
                + " (SELECT (count(*) = 0)::int FROM application_history WHERE application_id = i))"
                + " FROM (SELECT ?::uuid AS i) a",
            applicationId);
    assertTrue(rows.equals("1 1 1 1") || rows.equals("0 0 0 0"), "torn: " + rows);
    return rows.equals("1 1 1 1");
  }
}
