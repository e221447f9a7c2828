package dev.uketsuke.applications;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The table of moves, written down a second time, and every move against it. */
class ApplicationLifeTest {

  private static final Map<String, Set<String>> TABLE =
      Map.of(
          "ACCEPTED", Set.of("WAREHOUSE_CHECKED", "CANCELLED"),
          "WAREHOUSE_CHECKED", Set.of("FEE_CONFIRMED", "CANCELLED"),
          "FEE_CONFIRMED", Set.of("PAID", "CANCELLED"),
          "PAID", Set.of("SHIPPED", "REFUNDED"),
          "SHIPPED", Set.of("DELIVERED"),
          "DELIVERED", Set.of(),
          "CANCELLED", Set.of(),
          "REFUNDED", Set.of());

  private static final Money FEE = new Money("12.50", "AUD");

  /** Every way through life: each status with each history that leads to it. */
  static Stream<List<ApplicationStatus>> lives() {
    var lives = new ArrayList<List<ApplicationStatus>>();
    grow(lives, List.of(ApplicationStatus.ACCEPTED));
    return lives.stream();
  }

  private static void grow(List<List<ApplicationStatus>> lives, List<ApplicationStatus> life) {
    lives.add(life);
    for (var next : TABLE.get(life.get(life.size() - 1).name())) {
      var longer = new ArrayList<>(life);
      longer.add(ApplicationStatus.valueOf(next));
      grow(lives, longer);
    }
  }

  static Stream<Arguments> livesAndMoves() {
    return lives()
        .flatMap(life -> Stream.of(ApplicationStatus.values()).map(to -> Arguments.of(life, to)));
  }

  @ParameterizedTest
  @MethodSource("livesAndMoves")
  void everyMoveObeysTheTable(List<ApplicationStatus> history, ApplicationStatus to) {
    var life = life(history);
    var expected =
        history.contains(to)
            ? MoveDecision.REPEATS
            : TABLE.get(life.status().name()).contains(to.name())
                ? MoveDecision.MOVES
                : MoveDecision.ILLEGAL;

    var move = move(life, to);

    assertEquals(expected, move.decision());
    assertEquals(to, move.to());
  }

  @Test
  void theTableIsTheOneOfTheDesign() {
    for (var status : ApplicationStatus.values()) {
      assertEquals(
          TABLE.get(status.name()),
          Set.copyOf(status.next().stream().map(Enum::name).toList()),
          status.name());
    }
  }

  @Test
  void noStatusIsEverReachedTwice() {
    lives().forEach(life -> assertEquals(life.size(), Set.copyOf(life).size(), life::toString));
  }

  @Test
  void anotherFeeIsNoRepetition() {
    var life =
        life(
            List.of(
                ApplicationStatus.ACCEPTED,
                ApplicationStatus.WAREHOUSE_CHECKED,
                ApplicationStatus.FEE_CONFIRMED));

    assertEquals(MoveDecision.REPEATS, life.confirmFee(FEE).decision());
    assertEquals(MoveDecision.OTHER_FEE, life.confirmFee(new Money("12.51", "AUD")).decision());
    assertEquals(MoveDecision.OTHER_FEE, life.confirmFee(new Money("12.50", "USD")).decision());
  }

  @ParameterizedTest
  @MethodSource("lives")
  void staffNeverMovePayments(List<ApplicationStatus> history) {
    for (var to : List.of(ApplicationStatus.PAID, ApplicationStatus.REFUNDED)) {
      assertEquals(
          MoveDecision.LEFT_TO_PAYMENTS,
          new TransitionRequest(to, null).on(life(history)).decision());
    }
  }

  private static ApplicationLife life(List<ApplicationStatus> history) {
    var reached = EnumSet.copyOf(history);
    return new ApplicationLife(
        UUID.randomUUID(),
        "issuer|subject",
        history.get(history.size() - 1),
        reached,
        reached.contains(ApplicationStatus.FEE_CONFIRMED) ? FEE : null,
        null,
        new ApplicationLife.Consignment("AU", "KR", 1, null));
  }

  private static Move move(ApplicationLife life, ApplicationStatus to) {
    return switch (to) {
      case ACCEPTED -> life.accept(Actor.STAFF);
      case WAREHOUSE_CHECKED -> life.check(Actor.WAREHOUSE);
      case FEE_CONFIRMED -> life.confirmFee(FEE);
      case PAID -> life.pay();
      case SHIPPED -> life.ship(Actor.WAREHOUSE, "W-1");
      case DELIVERED -> life.deliver(Actor.WAREHOUSE);
      case CANCELLED -> life.cancel(Actor.APPLICANT);
      case REFUNDED -> life.refund();
    };
  }
}
