package dev.uketsuke.payments;

import dev.uketsuke.lists.IdsOfTimes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * A filter of payment events; its conditions are combined by "and".
 *
 * @param states the states of the events; empty for all
 * @param reasons the reasons of unmatched events; empty for all
 * @param types the types of the events; empty for all
 * @param applicationId the application that the provider names; null for any
 * @param transactionId the provider's id of the transaction; null for any
 * @param receivedFrom the earliest time of receipt, inclusive; null for any
 * @param receivedBefore the end of the time of receipt, exclusive; null for any
 */
record PaymentFilter(
    Set<PaymentState> states,
    Set<UnmatchedReason> reasons,
    Set<PaymentType> types,
    UUID applicationId,
    String transactionId,
    Instant receivedFrom,
    Instant receivedBefore) {

  /** Checks whether the filter has no condition. */
  boolean isEmpty() {
    return where().isEmpty();
  }

  /** Returns a condition of the Jakarta Persistence query language; empty if there is none. */
  String where() {
    List<String> conditions = new ArrayList<>();
    add(conditions, !states.isEmpty(), "state in :states");
    add(conditions, !reasons.isEmpty(), "reason in :reasons");
    add(conditions, !types.isEmpty(), "type in :types");
    add(conditions, applicationId != null, "applicationId = :applicationId");
    add(conditions, transactionId != null, "transactionId = :transactionId");
    add(conditions, receivedFrom != null, "receivedAt >= :receivedFrom");
    add(conditions, receivedFrom != null, "id >= :lowest");
    add(conditions, receivedBefore != null, "receivedAt < :receivedBefore");
    add(conditions, receivedBefore != null, "id < :highest");
    return String.join(" and ", conditions);
  }

  /** Returns the parameters of {@link #where}. */
  Map<String, Object> parameters() {
    Map<String, Object> parameters = new HashMap<>();
    put(parameters, !states.isEmpty(), "states", states);
    put(parameters, !reasons.isEmpty(), "reasons", reasons);
    put(parameters, !types.isEmpty(), "types", types);
    put(parameters, applicationId != null, "applicationId", applicationId);
    put(parameters, transactionId != null, "transactionId", transactionId);
    put(parameters, receivedFrom != null, "receivedFrom", receivedFrom);
    put(parameters, receivedBefore != null, "receivedBefore", receivedBefore);
    if (receivedFrom != null) {
      parameters.put("lowest", IdsOfTimes.lowest(receivedFrom));
    }
    if (receivedBefore != null) {
      parameters.put("highest", IdsOfTimes.highest(receivedBefore));
    }
    return parameters;
  }

  private static void add(List<String> conditions, boolean given, String condition) {
    if (given) {
      conditions.add(condition);
    }
  }

  private static void put(Map<String, Object> to, boolean given, String name, Object value) {
    if (given) {
      to.put(name, value);
    }
  }
}
