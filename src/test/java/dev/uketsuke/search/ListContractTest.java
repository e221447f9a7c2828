package dev.uketsuke.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.support.Answer;
import dev.uketsuke.support.Api;
import dev.uketsuke.support.Moves;
import dev.uketsuke.support.RealParts;
import dev.uketsuke.support.TestDatabase;
import dev.uketsuke.support.Tokens;
import io.quarkus.test.junit.QuarkusTest;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists, counts and exports of applications, with their filters. */
@QuarkusTest
@RealParts
class ListContractTest {

  private static final String LIST = "/v1/applications";

  private final List<String> ids = new ArrayList<>();

  @Test
  void filtersAreCombinedByAnd() {
    var api = Api.asApplicant();
    var first = submit(api, "AU", "KR", "order-1");
    var second = submit(api, "AU", "JP", "order-2");
    var third = submit(api, "US", "KR", "other_1");
    new Moves(api, api, second).cancel(api).expect(200);

    assertEquals(List.of(third, second, first), list(api, ""));
    assertEquals(List.of(first, second, third), list(api, "?sort=oldest"));
    assertEquals(List.of(third, first), list(api, "?status=ACCEPTED"));
    assertEquals(List.of(third, second, first), list(api, "?status=ACCEPTED,CANCELLED"));
    assertEquals(List.of(second, first), list(api, "?origin=AU"));
    assertEquals(List.of(third, first), list(api, "?destination=KR"));
    assertEquals(List.of(first), list(api, "?origin=AU&destination=KR&status=ACCEPTED"));
    assertEquals(List.of(second), list(api, "?clientReference=order-2"));
    assertEquals(List.of(), list(api, "?clientReference=order-"));
    assertEquals(List.of(second, first), list(api, "?clientReference=order-*"));
    assertEquals(List.of(first), list(api, "?clientReference=order-*&status=ACCEPTED,PAID"));
    assertEquals(List.of(), list(api, "?clientReference=other%25*"), "% is a character");
    assertEquals(List.of(), list(api, "?clientReference=orde_*"), "_ is a character");
    assertEquals(List.of(), list(Api.asApplicant(), "?clientReference=order-*"), "of another");
  }

  @Test
  void timesOfAcceptanceAreAHalfOpenRange() {
    var api = Api.asApplicant();
    var first = submit(api, "AU", "KR", null);
    var second = submit(api, "AU", "KR", null);
    setAccepted(first, "2026-03-01T00:00:00Z");
    setAccepted(second, "2026-04-01T00:00:00Z");

    assertEquals(List.of(second), list(api, "?acceptedFrom=2026-04-01T00:00:00Z"));
    assertEquals(List.of(first), list(api, "?acceptedBefore=2026-04-01T00:00:00Z"));
    assertEquals(
        List.of(first),
        list(
            api,
            "?acceptedFrom=2026-03-01T09:00:00%2B09:00&acceptedBefore=2026-04-01T00:00:00Z"
                + "&status=ACCEPTED"));
  }

  @Test
  void waybillNumberFindsItsApplication() {
    var api = Api.asApplicant();
    var id = submit(api, "AU", "KR", null);
    submit(api, "AU", "KR", null);
    var number = "W-" + id;
    TestDatabase.update(
        "UPDATE shipping_application SET waybill_number = ? WHERE id = ?::uuid", number, id);

    assertEquals(List.of(id), list(api, "?waybillNumber=" + number));
    assertEquals(List.of(id), list(Api.as(Tokens.staff()), "?waybillNumber=" + number));
    assertEquals(List.of(), list(Api.asApplicant(), "?waybillNumber=" + number));
  }

  @Test
  void staffNarrowTheListToAnAccountAndOthersMayNotName() {
    var api = Api.asApplicant();
    var id = submit(api, "AU", "KR", null);
    var account = "?accountId=" + encoded(account(api));

    assertEquals(List.of(id), list(Api.as(Tokens.staff()), account));
    assertEquals(
        account(api),
        Api.as(Tokens.staff()).get(LIST + account).json().at("/items/0/accountId").asText());
    api.get(LIST + account).expectProblem(403, "forbidden");
    Api.asApplicant().get(LIST + "/count" + account).expectProblem(403, "forbidden");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "&sort=oldest", "&status=ACCEPTED,PAID"})
  void pagesTogetherAreTheList(String rest) {
    var api = Api.asApplicant();
    for (int i = 0; i < 5; i++) {
      ids.add(submit(api, "AU", "KR", "r-" + i));
    }
    // Equal times, so that the id decides.
    setAccepted(ids.get(1), "2026-03-01T00:00:00Z");
    setAccepted(ids.get(2), "2026-03-01T00:00:00Z");
    setAccepted(ids.get(3), "2026-03-01T00:00:00Z");

    var seen = new ArrayList<String>();
    var cursor = "";
    while (cursor != null) {
      var page = api.get(LIST + "?limit=2" + rest + cursor).expect(200).json();
      seen.addAll(page.path("items").findValuesAsText("applicationId"));
      cursor =
          page.path("nextCursor").isNull() ? null : "&cursor=" + page.path("nextCursor").asText();
    }
    assertEquals(list(api, "?limit=100" + rest), seen);
    assertEquals(5, seen.size());
  }

  @Test
  void cursorIsGoodForItsListOnly() {
    var api = Api.asApplicant();
    submit(api, "AU", "KR", "r-1");
    submit(api, "AU", "KR", "r-2");
    var cursor =
        api.get(LIST + "?limit=1&status=ACCEPTED").expect(200).json().path("nextCursor").asText();

    for (var other :
        List.of(
            "",
            "&status=PAID",
            "&status=ACCEPTED&sort=oldest",
            "&status=ACCEPTED&origin=AU",
            "&status=ACCEPTED&clientReference=r-*")) {
      api.get(LIST + "?cursor=" + cursor + other).expectProblem(400, "invalid-request");
    }
    assertEquals(1, list(api, "?status=ACCEPTED&limit=50&cursor=" + cursor).size());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "status=ACCEPTED,",
        "status=,",
        "status=ACCEPTED,NOPE",
        "origin=au",
        "destination=ZZ",
        "acceptedFrom=yesterday",
        "acceptedBefore=2026-01-01",
        "acceptedFrom=2026-03-01T09:00:00+09:00",
        "acceptedFrom=-999999999-01-01T00:00:00Z",
        "clientReference=*",
        "clientReference=%00",
        "waybillNumber=%00",
        "sort=up",
        "updatedSince=x&sort=updated"
      })
  void whatIsNoFilterIsRefused(String query) {
    Api.asApplicant().get(LIST + "?" + query).expectProblem(400, "invalid-request");
  }

  @Test
  void countsHonourFiltersAndScope() {
    var api = Api.asApplicant();
    submit(api, "AU", "KR", "order-1");
    submit(api, "AU", "JP", "order-2");
    var third = submit(api, "US", "KR", null);
    new Moves(api, api, third).cancel(api).expect(200);

    var all = api.get(LIST + "/count").expect(200).json().path("items");
    assertEquals(
        List.of(
            "ACCEPTED",
            "WAREHOUSE_CHECKED",
            "FEE_CONFIRMED",
            "PAID",
            "SHIPPED",
            "DELIVERED",
            "CANCELLED",
            "REFUNDED"),
        all.findValuesAsText("status"));
    assertEquals(List.of("2", "0", "0", "0", "0", "0", "1", "0"), all.findValuesAsText("count"));
    assertFalse(all.findValuesAsText("exact").contains("false"));
    var some =
        api.get(LIST + "/count?status=CANCELLED,ACCEPTED&clientReference=order-*")
            .expect(200)
            .json()
            .path("items");
    assertEquals(List.of("ACCEPTED", "CANCELLED"), some.findValuesAsText("status"));
    assertEquals(List.of("2", "0"), some.findValuesAsText("count"));
    api.get(LIST + "/count?limit=5").expectProblem(400);
  }

  @Test
  void exportIsCsvThatNoSpreadsheetCalculates() {
    var api = Api.asApplicant();
    var formula = submit(api, "AU", "KR", "=1+1");
    var quoted = submit(api, "AU", "JP", "a \\\"b\\\", c");
    var plain = submit(api, "US", "KR", null);

    var answer = csv(api, LIST).expect(200);
    assertEquals("text/csv;charset=utf-8;header=present", type(answer));
    assertTrue(answer.header("Content-Disposition").startsWith("attachment"));
    var lines = answer.text().split("\r\n", -1);
    assertEquals(5, lines.length, answer::text);
    assertEquals(
        "\"applicationId\",\"status\",\"origin\",\"destination\",\"parcels\",\"totalWeightGrams\","
            + "\"declaredAmount\",\"declaredCurrency\",\"clientReference\",\"feeAmount\","
            + "\"feeCurrency\",\"waybillNumber\",\"acceptedAt\",\"updatedAt\"",
        lines[0]);
    assertTrue(
        lines[1].startsWith(
            "\"" + plain + "\",\"ACCEPTED\",\"US\",\"KR\",\"1\",,\"12.50\",\"AUD\",,,,,\"20"),
        lines[1]);
    assertTrue(lines[2].contains("\"" + quoted + "\"") && lines[2].contains("\"a \"\"b\"\", c\""));
    assertTrue(lines[3].contains("\"" + formula + "\"") && lines[3].contains(",\"'=1+1\","));
    assertEquals("", lines[4]);

    assertEquals(3, csv(api, LIST + "?destination=KR").text().split("\r\n").length);
    var staff = csv(Api.as(Tokens.staff()), LIST + "?accountId=" + encoded(account(api)));
    assertTrue(staff.text().startsWith("\"applicationId\",\"accountId\","), staff::text);
    assertTrue(staff.text().contains("\"" + account(api) + "\""), staff::text);
    csv(api, LIST + "?limit=5").expectProblem(400, "invalid-request");
    csv(api, LIST + "?status=NOPE").expectProblem(400, "invalid-request");
    assertEquals("application/json", type(api.get(LIST).expect(200)).split(";")[0]);
  }

  @Test
  void exportHasEveryApplicationAlsoOverManyPages() {
    var api = Api.asApplicant();
    var id = submit(api, "AU", "KR", null);
    copy(id, 1_203);

    var lines = csv(api, LIST + "?sort=oldest").expect(200).text().split("\r\n");

    assertEquals(1_205, lines.length);
    assertEquals(1_205, Set.copyOf(List.of(lines)).size());
  }

  /** As many more applications of the same account, accepted earlier, three at a time. */
  private static void copy(String id, int times) {
    TestDatabase.execute(
        """
        DO $$ DECLARE original shipping_application; BEGIN
          SELECT * INTO original FROM shipping_application WHERE id = '%s';
          FOR i IN 1..%d LOOP
            original.id := gen_random_uuid();
            original.idempotency_key := 'copy-' || original.id;
            original.accepted_at := original.updated_at - (i / 3) * interval '1 second';
            INSERT INTO shipping_application SELECT original.*;
          END LOOP;
        END $$"""
            .formatted(id, times));
  }

  private static String submit(Api api, String origin, String destination, String reference) {
    return api.submit(
            Api.newKey(),
            "{\"origin\":\"%s\",\"destination\":\"%s\",\"parcels\":1%s,"
                    .formatted(
                        origin,
                        destination,
                        reference == null ? "" : ",\"clientReference\":\"" + reference + "\"")
                + "\"declaredValue\":{\"amount\":\"12.5\",\"currency\":\"AUD\"}}")
        .expect(201)
        .applicationId();
  }

  private static void setAccepted(String id, String time) {
    TestDatabase.update(
        "UPDATE shipping_application SET accepted_at = ?::timestamptz WHERE id = ?::uuid",
        time,
        id);
  }

  private static List<String> list(Api api, String query) {
    return api.get(LIST + query).expect(200).json().path("items").findValuesAsText("applicationId");
  }

  private static Answer csv(Api api, String path) {
    return api.send(api.request(path).header("Accept", "text/csv").GET());
  }

  private static String type(Answer answer) {
    return answer.header("Content-Type").replace(" ", "").toLowerCase(Locale.ROOT);
  }

  private static String account(Api api) {
    return api.caller().issuer() + "|" + api.caller().subject();
  }

  private static String encoded(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8);
  }
}
