package dev.uketsuke.search;

import dev.uketsuke.applications.ApplicationStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which applications a list, a count or an export is about; the filters are combined by "and".
 *
 * <p>Guarantee: the SQL consists of fixed fragments; what a client sent is bound.
 *
 * @param account whose; empty for all accounts
 * @param statuses where they stand; empty for anywhere
 * @param clientReference exact, or the beginning if {@code referencePrefix}
 * @param acceptedFrom the earliest time of acceptance, inclusive
 * @param acceptedBefore the end of the time of acceptance, exclusive
 * @param updatedSince the earliest time of the last change, inclusive
 */
record ApplicationFilter(
    Optional<String> account,
    Set<ApplicationStatus> statuses,
    Optional<String> clientReference,
    boolean referencePrefix,
    Optional<String> waybillNumber,
    Optional<String> origin,
    Optional<String> destination,
    Optional<Instant> acceptedFrom,
    Optional<Instant> acceptedBefore,
    Optional<Instant> updatedSince) {

  /** The last code point: no text with the same beginning sorts after it. */
  private static final String LAST = Character.toString(Character.MAX_CODE_POINT);

  /**
   * Returns the table to select from, as {@code a}: for each status the rows in the order asked
   * for, at most so many, each from an index that begins with the status. Whatever the statuses
   * are, that reads no more than the page needs, which {@code status IN (…) ORDER BY} would not.
   *
   * @param conditions further ones on {@code a}
   * @param order as SQL, for {@code a}
   * @param values takes what is to be bound
   */
  String from(List<String> conditions, String order, Map<String, Object> values) {
    if (isAboutFew()) {
      return "(SELECT a.* FROM shipping_application a"
          + where(conditions, statuses.isEmpty() ? "" : "a.status IN (" + names() + ")", values)
          + " "
          + order
          + " LIMIT :rows) a";
    }
    return "(VALUES "
        + statusRows()
        + ") AS s(status) CROSS JOIN LATERAL"
        + " (SELECT a.* FROM shipping_application a"
        + where(conditions, "a.status = s.status", values)
        + " "
        + order
        + " LIMIT :rows) a";
  }

  /** Returns the statuses as rows of {@code VALUES}; all of them if the filter names none. */
  String statusRows() {
    return (statuses.isEmpty() ? Set.of(ApplicationStatus.values()) : statuses)
        .stream().sorted().map(each -> "('" + each.name() + "')").collect(Collectors.joining(", "));
  }

  /** Returns {@code WHERE} with the filters, one condition on the status, and further ones. */
  String where(List<String> further, String status, Map<String, Object> values) {
    List<String> conditions = new ArrayList<>(further);
    if (!status.isEmpty()) {
      conditions.add(status);
    }
    account.ifPresent(value -> add(conditions, values, "a.account_id = :account", value));
    clientReference.ifPresent(value -> addReference(conditions, values, value));
    waybillNumber.ifPresent(value -> add(conditions, values, "a.waybill_number = :waybill", value));
    origin.ifPresent(value -> add(conditions, values, "a.origin = :origin", value));
    destination.ifPresent(value -> add(conditions, values, "a.destination = :destination", value));
    acceptedFrom.ifPresent(value -> add(conditions, values, "a.accepted_at >= :from", value));
    acceptedBefore.ifPresent(value -> add(conditions, values, "a.accepted_at < :before", value));
    updatedSince.ifPresent(value -> add(conditions, values, "a.updated_at >= :since", value));
    return conditions.isEmpty() ? "" : " WHERE " + String.join(" AND ", conditions);
  }

  /**
   * Returns the order in which rows are counted, as SQL: that of the index that has all it takes to
   * count. Without it the planner may read the table, whose rows are ten times as wide.
   */
  String countOrder() {
    return isAboutFew() ? "" : " " + ApplicationSort.NEWEST.orderBy("a");
  }

  /** Checks whether one of the filters, which has an index of its own, leaves few rows. */
  private boolean isAboutFew() {
    return clientReference.isPresent() || waybillNumber.isPresent();
  }

  private String names() {
    return statuses.stream().map(each -> "'" + each.name() + "'").collect(Collectors.joining(", "));
  }

  /** By byte order, as the index is; LIKE with a bound pattern could not use it in each plan. */
  private void addReference(List<String> conditions, Map<String, Object> values, String value) {
    if (referencePrefix) {
      add(conditions, values, "a.client_reference ~>=~ :reference", value);
      add(conditions, values, "a.client_reference ~<=~ :referenceEnd", value + LAST);
    } else {
      add(conditions, values, "a.client_reference = :reference", value);
    }
  }

  private static void add(
      List<String> conditions, Map<String, Object> values, String condition, Object value) {
    conditions.add(condition);
    values.put(condition.substring(condition.lastIndexOf(':') + 1), value);
  }
}
