package dev.uketsuke.support;

import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The warehouse as the service meets it: it sends CloudEvents over real HTTP. */
public final class Warehouse {

  public static final String SOURCE = "/warehouse/1";

  private Warehouse() {}

  /** An id that no other test uses. */
  public static String newId() {
    return "event-" + UUID.randomUUID();
  }

  /** An event in structured mode, for example {@code checked}. */
  public static String event(String what, String id, String data) {
    return ("{\"specversion\":\"1.0\",\"id\":\"%s\",\"source\":\"%s\","
            + "\"type\":\"warehouse.parcel-%s\",\"data\":%s}")
        .formatted(id, SOURCE, what, data);
  }

  public static String data(Moves moves) {
    return data(moves, "");
  }

  /** Data with further members, each with a comma before it. */
  public static String data(Moves moves, String further) {
    return "{\"applicationId\":\"" + moves.applicationId() + "\"" + further + "}";
  }

  public static String withWaybill(Moves moves, String number) {
    return data(moves, ",\"waybillNumber\":\"" + number + "\"");
  }

  public static Answer structured(String event) {
    return post(Map.of("Content-Type", "application/cloudevents+json; charset=utf-8"), event);
  }

  public static Answer batch(List<String> events) {
    return post(
        Map.of("Content-Type", "application/cloudevents-batch+json"),
        "[" + String.join(",", events) + "]");
  }

  public static Answer post(Map<String, String> headers, String body) {
    var warehouse = Api.as(Tokens.service());
    var request = warehouse.request("/v1/events").POST(BodyPublishers.ofString(body));
    headers.forEach(request::header);
    return warehouse.send(request);
  }

  /** How many events are recorded under an id. */
  public static String rows(String id) {
    return TestDatabase.value("SELECT count(*) FROM inbox WHERE message_id = ?", id);
  }
}
