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
 * The filters of a list, a count or an export of applications; they are combined by "and".
 *
 * <p>Guarantee: the SQL consists of fixed fragments, and values from clients are always bound.
 *
 * @param account the account that the applications belong to; empty for all accounts
 * @param statuses the statuses of the applications; empty for all
 * @param clientReference the whole reference, or its beginning if {@code referencePrefix} is true
 * @param acceptedFrom the earliest time of acceptance, inclusive
 * @param acceptedBefore the end of the time of acceptance, exclusive
 * @param updatedSince the earliest time of the last change, inclusive
 * @param archived whether it is about the archive instead of what is not archived
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
    Optional<Instant> updatedSince,
    boolean archived) {

  /** The last code point: a prefix followed by it sorts after all other texts with that prefix. */
  private static final String LAST = Character.toString(Character.MAX_CODE_POINT);

  /**
   * Returns the subquery to select from, with the alias {@code a}. It takes the first rows for each
   * status from an index that begins with the status, so it reads only as many rows as the page
   * needs. {@code status IN (…) ORDER BY …} would read all rows with these statuses.
   *
   * <p>In the order of changes, applications that have not changed since they were accepted come
   * from an index on the time of acceptance, and all others from one that leaves those out. So the
   * intake does not have to write an entry into an index of changes.
   *
   * @param conditions further conditions on {@code a}
   * @param values receives the values to bind, by name
   */
  String from(List<String> conditions, ApplicationSort sort, Map<String, Object> values) {
    String order = sort.orderBy("a");
    if (isAboutFew()) {
      return "(SELECT a.* FROM "
          + table()
          + where(conditions, statuses.isEmpty() ? "" : "a.status IN (" + names() + ")", values)
          + " "
          + order
          + " LIMIT :rows) a";
    }
    if (sort != ApplicationSort.UPDATED) {
      return byStatus(conditions, order, values);
    }
    List<String> changed = new ArrayList<>(conditions);
    changed.add("(a.status <> 'ACCEPTED' OR a.updated_at <> a.accepted_at)");
    if (!statuses.isEmpty() && !statuses.contains(ApplicationStatus.ACCEPTED)) {
      return byStatus(changed, order, values);
    }
    return "(SELECT a.* FROM "
        + byStatus(changed, order, values)
        + " UNION ALL (SELECT a.* FROM "
        + table()
        // Both times are equal here, so the index on the other one finds the same rows.
        + (where(conditions, "a.status = 'ACCEPTED'", values) + " " + order)
            .replace("a.updated_at", "a.accepted_at")
            .replace(" ORDER BY", " AND a.updated_at = a.accepted_at ORDER BY")
        + " LIMIT :rows)) a";
  }

  private String byStatus(List<String> conditions, String order, Map<String, Object> values) {
    return "(VALUES "
        + statusRows()
        + ") AS s(status) CROSS JOIN LATERAL"
        + " (SELECT a.* FROM "
        + table()
        + where(conditions, "a.status = s.status", values)
        + " "
        + order
        + " LIMIT :rows) a";
  }

  /** Returns the table that has the applications, with the alias {@code a}. */
  String table() {
    return (archived ? "archived_application" : "shipping_application") + " a";
  }

  /** Returns the statuses as rows for {@code VALUES}; all statuses if the filter names none. */
  String statusRows() {
    return (statuses.isEmpty() ? Set.of(ApplicationStatus.values()) : statuses)
        .stream().sorted().map(each -> "('" + each.name() + "')").collect(Collectors.joining(", "));
  }

  /**
   * Returns a {@code WHERE} clause with the filters, a condition on the status, and further ones.
   */
  String where(List<String> further, String status, Map<String, Object> values) {
    List<String> conditions = new ArrayList<>(further);
    if (!status.isEmpty()) {
      conditions.add(status);
    }
    // An archived application has left reference and waybill number in the archive.
    if (!archived && !isAboutFew()) {
      conditions.add("a.archived_at IS NULL");
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
   * Returns an {@code ORDER BY} clause for counting. It makes the planner use an index that
   * contains all columns that are needed; otherwise the planner may read the table, whose rows are
   * ten times as wide.
   */
  String countOrder() {
    return isAboutFew() ? "" : " " + ApplicationSort.NEWEST.orderBy("a");
  }

  /** Checks whether a filter is given that leaves few rows and has an index of its own. */
  private boolean isAboutFew() {
    return clientReference.isPresent() || waybillNumber.isPresent();
  }

  private String names() {
    return statuses.stream().map(each -> "'" + each.name() + "'").collect(Collectors.joining(", "));
  }

  /**
   * Adds the filter by reference. A prefix is compared by byte order, as the index is sorted; a
   * prepared statement with LIKE and a bound pattern could not always use the index.
   */
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
