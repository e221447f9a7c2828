package dev.uketsuke.warehouse;

import dev.uketsuke.applications.Actor;
import dev.uketsuke.applications.ApplicationLife;
import dev.uketsuke.applications.ApplicationStatus;
import dev.uketsuke.applications.Move;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** The kinds of events of the warehouse (contract §3.6), in the order in which they happen. */
enum EventKind {
  PARCEL_CHECKED("warehouse.parcel-checked", ApplicationStatus.WAREHOUSE_CHECKED) {
    @Override
    Move move(ApplicationLife life, String waybillNumber) {
      return life.check(Actor.WAREHOUSE);
    }
  },
  PARCEL_SHIPPED("warehouse.parcel-shipped", ApplicationStatus.SHIPPED) {
    @Override
    Move move(ApplicationLife life, String waybillNumber) {
      return life.ship(Actor.WAREHOUSE, waybillNumber);
    }
  },
  PARCEL_DELIVERED("warehouse.parcel-delivered", ApplicationStatus.DELIVERED) {
    @Override
    Move move(ApplicationLife life, String waybillNumber) {
      return life.deliver(Actor.WAREHOUSE);
    }
  };

  private final String type;
  private final ApplicationStatus to;

  EventKind(String type, ApplicationStatus to) {
    this.type = type;
    this.to = to;
  }

  /** Returns the CloudEvents type. */
  String type() {
    return type;
  }

  /** Returns the kind with a CloudEvents type; empty if there is none. */
  static Optional<EventKind> of(String type) {
    return Arrays.stream(values()).filter(kind -> kind.type.equals(type)).findFirst();
  }

  /** Returns the move that the event reports, as the application decides it. */
  abstract Move move(ApplicationLife life, String waybillNumber);

  /** Checks whether an application with this status can still make the move of this kind later. */
  boolean isAheadOf(ApplicationStatus status) {
    Set<ApplicationStatus> ahead = EnumSet.copyOf(Set.of(status));
    for (ApplicationStatus each : ApplicationStatus.values()) {
      if (ahead.contains(each)) {
        ahead.addAll(each.next()); // No move leads backwards in the order of the enum.
      }
    }
    return ahead.contains(to);
  }
}
