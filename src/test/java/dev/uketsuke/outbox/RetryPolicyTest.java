package dev.uketsuke.outbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

/** Back-off doubles up to its bound, is spread by chance, and never undercuts a wish. */
class RetryPolicyTest {

  private static final LongUnaryOperator LONGEST = bound -> bound - 1;
  private static final LongUnaryOperator SHORTEST = bound -> 0;

  private final RetryPolicy policy =
      new RetryPolicy(4, Duration.ofSeconds(1), Duration.ofMinutes(1));

  @Test
  void boundDoublesUpToTheMost() {
    assertEquals(Duration.ofSeconds(1), policy.delay(1, Duration.ZERO, LONGEST));
    assertEquals(Duration.ofSeconds(2), policy.delay(2, Duration.ZERO, LONGEST));
    assertEquals(Duration.ofSeconds(32), policy.delay(6, Duration.ZERO, LONGEST));
    assertEquals(Duration.ofMinutes(1), policy.delay(7, Duration.ZERO, LONGEST));
    assertEquals(Duration.ofMinutes(1), policy.delay(Integer.MAX_VALUE, Duration.ZERO, LONGEST));
  }

  @Test
  void jitterIsFull() {
    assertEquals(Duration.ZERO, policy.delay(7, Duration.ZERO, SHORTEST));
  }

  @Test
  void wishIsNeverUndercutAndNeverLongerThanADay() {
    assertEquals(Duration.ofSeconds(90), policy.delay(1, Duration.ofSeconds(90), SHORTEST));
    assertEquals(Duration.ofSeconds(91), policy.delay(1, Duration.ofSeconds(90), LONGEST));
    assertEquals(Duration.ofDays(1), policy.delay(1, Duration.ofDays(9999), SHORTEST));
  }

  @Test
  void attemptsAreUsedUp() {
    assertFalse(policy.isExhausted(3));
    assertTrue(policy.isExhausted(4));
  }
}
