package dev.uketsuke.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.uketsuke.problems.Violation;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;

/**
 * Takes the members of a JSON object one by one and notes everything that is wrong with them.
 *
 * <p>Guarantee: a value is returned only if it obeys its rule; otherwise null, and a violation
 * names the member by its path. An explicit null is the same as an absent member. Rules out that a
 * client mends one mistake only to be told of the next.
 */
public final class Members {

  private final ObjectNode object;
  private final String path;
  private final List<Violation> violations;
  private final boolean tolerant;

  private Members(ObjectNode object, String path, List<Violation> violations, boolean tolerant) {
    this.object = object;
    this.path = path;
    this.violations = violations;
    this.tolerant = tolerant;
  }

  /**
   * Starts reading an object.
   *
   * @param object the whole body; not null
   * @param known the names of the members it may have; any other is a violation
   */
  public static Members of(ObjectNode object, Set<String> known) {
    Members members = new Members(object, "", new ArrayList<>(), false);
    members.refuseUnknown(known);
    return members;
  }

  /**
   * Starts reading an object of a sender who may add members as it likes, here and in the objects
   * inside: those not asked for are ignored.
   *
   * @param object the whole body; not null
   */
  public static Members tolerant(ObjectNode object) {
    return new Members(object, "", new ArrayList<>(), true);
  }

  /** Everything found wrong so far, in this object and those inside it. */
  public List<Violation> violations() {
    return violations;
  }

  /** Notes a violation of a member's rule. */
  public void refuse(String member, String message) {
    violations.add(new Violation(path + member, message));
  }

  /** Whether the member is there with a value other than null. */
  public boolean has(String member) {
    return object.hasNonNull(member);
  }

  /** Notes a violation for a member that must be there; returns whether it is. */
  public boolean require(String member) {
    if (!has(member)) {
      refuse(member, "is required");
    }
    return has(member);
  }

  /**
   * A whole number; {@code 1}, {@code 1.0} and {@code 1e0} are the same.
   *
   * @return the number, or null if absent or refused
   */
  public Integer wholeNumber(String member, int min, int max) {
    JsonNode node = object.get(member);
    if (node == null || node.isNull()) {
      return null;
    }
    if (node.isNumber() && isWhole(node.decimalValue(), min, max)) {
      return node.decimalValue().intValueExact();
    }
    refuse(member, "must be a whole number from " + min + " to " + max);
    return null;
  }

  /** Compared before it is converted: 1e999999999 must not be written out. */
  private static boolean isWhole(BigDecimal number, int min, int max) {
    try {
      return number.compareTo(BigDecimal.valueOf(min)) >= 0
          && number.compareTo(BigDecimal.valueOf(max)) <= 0
          && number.stripTrailingZeros().scale() <= 0;
    } catch (ArithmeticException beyondAnyScale) {
      return false;
    }
  }

  /**
   * A text, trimmed and NFC-normalised.
   *
   * @param max length in code points after normalisation; at least one is needed
   * @return the text, or null if absent or refused
   */
  public String text(String member, int max) {
    return has(member) ? Texts.read(object.get(member), max, m -> refuse(member, m)) : null;
  }

  /**
   * A list of texts, each under the rule of {@link #text}.
   *
   * @return the texts in order, or null if absent or refused
   */
  public List<String> texts(String member, int maxItems, int maxLength) {
    if (!has(member)) {
      return null;
    }
    JsonNode list = object.get(member);
    if (!list.isArray() || list.isEmpty() || list.size() > maxItems) {
      refuse(member, "must be a list of 1 to " + maxItems + " strings");
      return null;
    }
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < list.size(); i++) {
      String item = member + "[" + i + "]";
      texts.add(Texts.read(list.get(i), maxLength, m -> refuse(item, m)));
    }
    return texts;
  }

  /**
   * An object inside this one.
   *
   * @return its members, or null if absent or refused
   */
  public Members object(String member, Set<String> known) {
    if (!has(member)) {
      return null;
    }
    if (!(object.get(member) instanceof ObjectNode inner)) {
      refuse(member, "must be an object");
      return null;
    }
    Members members = new Members(inner, path + member + ".", violations, tolerant);
    members.refuseUnknown(known);
    return members;
  }

  private void refuseUnknown(Set<String> known) {
    if (tolerant) {
      return;
    }
    for (Iterator<String> names = object.fieldNames(); names.hasNext(); ) {
      String name = names.next();
      if (!known.contains(name)) {
        refuse(Texts.printable(name), "is not a known member");
      }
    }
  }
}
