package dev.uketsuke.search;

import dev.uketsuke.applications.ShippingApplication;
import java.time.Instant;
import java.util.Locale;

/** The orders in which applications are listed; items of the same time are ordered by id. */
enum ApplicationSort {
  /** Latest acceptance first. */
  NEWEST("accepted_at", "DESC", "<"),
  /** Earliest acceptance first. */
  OLDEST("accepted_at", "ASC", ">"),
  /** Earliest change first, for clients that follow changes. */
  UPDATED("updated_at", "ASC", ">");

  private final String column;
  private final String direction;
  private final String beyond;

  ApplicationSort(String column, String direction, String beyond) {
    this.column = column;
    this.direction = direction;
    this.beyond = beyond;
  }

  /** Returns the value of the query parameter, for example {@code newest}. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the {@code ORDER BY} clause for a table or an alias. */
  String orderBy(String alias) {
    return "ORDER BY " + alias + "." + column + " " + direction + ", " + alias + ".id " + direction;
  }

  /** Returns the SQL condition that a row comes after the position {@code :at, :id}. */
  String after(String alias) {
    return "(" + alias + "." + column + ", " + alias + ".id) " + beyond + " (:at, :id)";
  }

  /** Returns the time by which the application is sorted. */
  Instant timeOf(ShippingApplication application) {
    return switch (this) {
      case NEWEST, OLDEST -> application.acceptedAt();
      case UPDATED -> application.updatedAt();
    };
  }
}
