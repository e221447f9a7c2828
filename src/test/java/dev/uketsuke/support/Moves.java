package dev.uketsuke.support;

import java.net.http.HttpRequest.BodyPublishers;

/** One application's moves as staff and its owner ask for them, over HTTP. */
public record Moves(Api owner, Api staff, String applicationId) {

  /** A newly accepted application of a new applicant. */
  public static Moves ofNewApplication() {
    var owner = Api.asApplicant();
    var id = owner.submit(Api.newKey(), Api.SMALLEST).expect(201).applicationId();
    return new Moves(owner, Api.as(Tokens.staff()), id);
  }

  /** The same application at another instance of the service. */
  public Moves at(java.net.URI base) {
    return new Moves(Api.at(base, owner.caller()), Api.at(base, staff.caller()), applicationId);
  }

  public String path() {
    return Api.APPLICATIONS + "/" + applicationId;
  }

  public Answer transition(String body) {
    return transition(staff, body);
  }

  public Answer transition(Api caller, String body) {
    return caller.send(
        caller
            .request(path() + "/transitions")
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body)));
  }

  /** Asks for a status; for {@code FEE_CONFIRMED} with a fee of 12.50 AUD. */
  public Answer to(String status) {
    return status.equals("FEE_CONFIRMED")
        ? confirmFee("12.50", "AUD")
        : transition("{\"to\":\"" + status + "\"}");
  }

  public Answer confirmFee(String amount, String currency) {
    return transition(
        "{\"to\":\"FEE_CONFIRMED\",\"fee\":{\"amount\":\"%s\",\"currency\":\"%s\"}}"
            .formatted(amount, currency));
  }

  public Answer cancel(Api caller) {
    return caller.send(caller.request(path() + "/cancellation").POST(BodyPublishers.noBody()));
  }

  /** Checks the parcels and confirms a fee of 12.50 AUD. */
  public Moves feeConfirmed() {
    to("WAREHOUSE_CHECKED").expect(200);
    to("FEE_CONFIRMED").expect(200);
    return this;
  }

  /** The application as its owner sees it now. */
  public Answer get() {
    return owner.get(path()).expect(200);
  }

  public String status() {
    return get().json().path("status").asText();
  }

  /** Statuses in the order they were reached, notes left out, joined by a space. */
  public String history() {
    return TestDatabase.value(
        "SELECT string_agg(status, ' ' ORDER BY step) FROM application_history"
            + " WHERE application_id = ?::uuid AND kind = 'MOVE'",
        applicationId);
  }

  /** Types of the messages out in the order they were written, joined by a space. */
  public String outbox() {
    return TestDatabase.value(
        "SELECT string_agg(type, ' ' ORDER BY step, id) FROM outbox WHERE aggregateid = ?",
        applicationId);
  }
}
