package dev.uketsuke.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.support.Answer;
import dev.uketsuke.support.Api;
import dev.uketsuke.support.Moves;
import dev.uketsuke.support.RealParts;
import dev.uketsuke.support.TestDatabase;
import dev.uketsuke.support.Until;
import io.quarkus.test.junit.QuarkusTest;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Following changes: by the feed, which leaves no gap, and by conditional reads. */
@QuarkusTest
@RealParts
class FollowContractTest {

  private static final String FEED = "/v1/applications?sort=updated";

  @Test
  void changeThatCommitsLateIsNotPassedOver() throws Exception {
    var api = Api.asApplicant();
    var late = submit(api);
    var early = submit(api);
    var since = updatedAt(api, late);
    final String follower;
    try (var rival =
        DriverManager.getConnection(
            TestDatabase.currentUrl(), TestDatabase.USER, TestDatabase.PASSWORD)) {
      cancelUncommitted(rival, late);
      // It changes after the rival did, and commits before.
      new Moves(api, api, early).cancel(api).expect(200);
      awaitThatTimeAloneWouldDo(early);

      // The rival may still commit an earlier change; what it changes is shown as it was.
      assertEquals(List.of(late), follow(api, since));
      rival.commit();
      follower = since;
    }
    Until.holds("both changes", () -> follow(api, follower).size() == 2);
    assertEquals(List.of(late, early), follow(api, follower), "in the order of the changes");
  }

  @Test
  void whileTheBeginOfAWriterIsUnknownNothingIsFinal() throws Exception {
    var api = Api.asApplicant();
    var id = submit(api);
    longAgo(id);
    assertEquals(List.of(id), ids(api.get(FEED)));
    try (var rival = TestDatabase.connect()) { // as another role, whose transactions are hidden
      rival.setAutoCommit(false);
      cancelUncommitted(rival, submit(api));
      assertEquals(List.of(), ids(api.get(FEED)));
      rival.rollback();
    }
    assertEquals(List.of(id), ids(api.get(FEED)));
  }

  @Test
  void feedIsInTheOrderOfChangesPageByPage() {
    var api = Api.asApplicant();
    var first = submit(api);
    var second = submit(api);
    var third = submit(api);
    longAgo(second);
    longAgo(first);
    longAgo(third);
    TestDatabase.update(
        "UPDATE shipping_application SET updated_at = updated_at - interval '1 day'"
            + " WHERE id = ?::uuid",
        third);

    var page = api.get(FEED + "&limit=2");
    assertEquals(third, ids(page).get(0));
    assertEquals(2, ids(page).size());
    var next = api.get(FEED + "&limit=2&cursor=" + page.json().path("nextCursor").asText());
    assertEquals(1, ids(next).size());
    assertTrue(next.json().path("nextCursor").isNull());
    assertEquals(
        2,
        ids(api.get(FEED + "&status=ACCEPTED,PAID&updatedSince=" + updatedAt(api, first))).size());
  }

  @Test
  void feedTakesAllFiltersAndNoOtherOrder() throws Exception {
    var api = Api.asApplicant();
    var id = submit(api);
    var since = "&updatedSince=" + updatedAt(api, id);
    Until.holds("listed", () -> ids(api.get(FEED + "&origin=AU" + since)).contains(id));
    assertEquals(List.of(), ids(api.get(FEED + "&origin=JP" + since)));
    assertEquals(List.of(id), ids(api.get("/v1/applications?updatedSince=" + updatedAt(api, id))));
    for (var order : List.of("newest", "oldest")) {
      api.get("/v1/applications?updatedSince=2026-01-01T00:00:00Z&sort=" + order)
          .expectProblem(400, "invalid-request");
    }
  }

  @Test
  void unchangedApplicationIsNotSentAgain() {
    var api = Api.asApplicant();
    var moves = new Moves(api, api, submit(api));
    var first = moves.get();
    var tag = first.header("ETag");
    assertTrue(tag.matches("\"[0-9a-f]{32}\""), tag);

    for (var sent : List.of(tag, "\"other\", " + tag, "W/" + tag, "*")) {
      var again = conditional(api, moves, sent);
      assertEquals(304, again.status(), sent);
      assertEquals(0, again.body().length);
      assertEquals(tag, again.header("ETag"));
      assertEquals("no-store", again.header("Cache-Control"));
    }
    assertEquals(first.text(), conditional(api, moves, "\"other\"").expect(200).text());

    moves.cancel(api).expect(200);
    var changed = conditional(api, moves, tag).expect(200);
    assertNotEquals(tag, changed.header("ETag"));
    assertEquals("CANCELLED", changed.json().path("status").asText());
    conditional(Api.asApplicant(), moves, "*").expectProblem(404, "not-found");
  }

  private static Answer conditional(Api api, Moves moves, String tag) {
    return api.send(api.request(moves.path()).header("If-None-Match", tag).GET());
  }

  private static List<String> follow(Api api, String since) {
    return ids(api.get(FEED + "&updatedSince=" + since)).stream().toList();
  }

  private static List<String> ids(Answer page) {
    return page.expect(200).json().path("items").findValuesAsText("applicationId");
  }

  private static String submit(Api api) {
    return api.submit(Api.newKey(), Api.SMALLEST).expect(201).applicationId();
  }

  private static String updatedAt(Api api, String id) {
    return api.get("/v1/applications/" + id).expect(200).json().path("updatedAt").asText();
  }

  private static void cancelUncommitted(Connection rival, String id) throws SQLException {
    rival.setAutoCommit(false);
    try (var update =
        rival.prepareStatement(
            "UPDATE shipping_application SET status = 'CANCELLED', updated_at = clock_timestamp()"
                + " WHERE id = ?::uuid")) {
      update.setString(1, id);
      assertEquals(1, update.executeUpdate());
    }
  }

  private static void longAgo(String id) {
    TestDatabase.update(
        "UPDATE shipping_application SET updated_at = updated_at - interval '1 hour'"
            + " WHERE id = ?::uuid",
        id);
  }

  /** Until the statement time-out has passed since a change, so that only the rival counts. */
  private static void awaitThatTimeAloneWouldDo(String id) throws Exception {
    Until.holds(
        "the statement time-out has passed",
        () ->
            "t"
                .equals(
                    TestDatabase.value(
                        "SELECT updated_at < clock_timestamp() - interval '6 s'"
                            + " FROM shipping_application WHERE id = ?::uuid",
                        id)));
  }
}
