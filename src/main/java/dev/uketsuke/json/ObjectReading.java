package dev.uketsuke.json;

import static dev.uketsuke.problems.Violation.Code.OUT_OF_RANGE;
import static dev.uketsuke.problems.Violation.Code.REQUIRED;
import static dev.uketsuke.problems.Violation.Code.UNKNOWN;
import static dev.uketsuke.problems.Violation.Code.WRONG_TYPE;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.uketsuke.problems.Violation;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;

/**
 * Reads the members of a JSON object one by one and collects every broken rule.
 *
 * <p>Guarantee: a method returns a value only if the value obeys its rule. Otherwise the method
 * returns null and adds a violation that names the member by its path. An explicit null is the same
 * as an absent member. All violations are reported together, so that a client does not have to send
 * the request once for each mistake.
 */
public final class ObjectReading {

  private final ObjectNode object;
  private final String path;
  private final List<Violation> violations;
  private final boolean tolerant;

  private ObjectReading(
      ObjectNode object, String path, List<Violation> violations, boolean tolerant) {
    this.object = object;
    this.path = path;
    this.violations = violations;
    this.tolerant = tolerant;
  }

  /**
   * Starts to read an object that must not have unknown members.
   *
   * @param object the whole body; not null
   * @param known the names of the members that it may have
   */
  public static ObjectReading of(ObjectNode object, Set<String> known) {
    ObjectReading reading = new ObjectReading(object, "", new ArrayList<>(), false);
    reading.refuseUnknown(known);
    return reading;
  }

  /**
   * Starts to read an object whose sender may add members; unknown ones are ignored, here and in
   * the objects inside.
   *
   * @param object the whole body; not null
   */
  public static ObjectReading tolerant(ObjectNode object) {
    return new ObjectReading(object, "", new ArrayList<>(), true);
  }

  /** Returns every violation found so far, in this object and those inside it. */
  public List<Violation> violations() {
    return violations;
  }

  /** Adds a violation of a member's rule. */
  public void refuse(String member, Violation.Code code, String message) {
    violations.add(new Violation(path + member, code, message));
  }

  /** Checks whether the member is present with a value other than null. */
  public boolean has(String member) {
    return object.hasNonNull(member);
  }

  /** Checks whether the member is present with a value, and adds a violation if it is not. */
  public boolean require(String member) {
    if (!has(member)) {
      refuse(member, REQUIRED, "is required");
    }
    return has(member);
  }

  /**
   * Reads a whole number; {@code 1}, {@code 1.0} and {@code 1e0} are the same.
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
    refuse(
        member,
        node.isNumber() ? OUT_OF_RANGE : WRONG_TYPE,
        "must be a whole number from " + min + " to " + max);
    return null;
  }

  /**
   * Checks whether a number is whole and within its limits. It compares before it converts, because
   * writing out 1e999999999 would fill the memory.
   */
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
   * Reads a text, trimmed and normalised to NFC.
   *
   * @param max length in code points after normalisation; at least one is needed
   * @return the text, or null if absent or refused
   */
  public String text(String member, int max) {
    return has(member) ? text(member, object.get(member), max) : null;
  }

  /**
   * Reads a list of texts, each under the rule of {@link #text}.
   *
   * @return the texts in order, or null if absent or refused
   */
  public List<String> texts(String member, int maxItems, int maxLength) {
    if (!has(member)) {
      return null;
    }
    JsonNode list = object.get(member);
    if (!list.isArray() || list.isEmpty() || list.size() > maxItems) {
      refuse(
          member,
          list.isArray() ? OUT_OF_RANGE : WRONG_TYPE,
          "must be a list of 1 to " + maxItems + " strings");
      return null;
    }
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < list.size(); i++) {
      texts.add(text(member + "[" + i + "]", list.get(i), maxLength));
    }
    return texts;
  }

  private String text(String name, JsonNode node, int max) {
    return Texts.read(node, max, (code, message) -> refuse(name, code, message));
  }

  /**
   * Starts to read an object inside this one.
   *
   * @return the reading of the inner object, or null if absent or refused
   */
  public ObjectReading object(String member, Set<String> known) {
    if (!has(member)) {
      return null;
    }
    if (!(object.get(member) instanceof ObjectNode inner)) {
      refuse(member, WRONG_TYPE, "must be an object");
      return null;
    }
    ObjectReading reading = new ObjectReading(inner, path + member + ".", violations, tolerant);
    reading.refuseUnknown(known);
    return reading;
  }

  private void refuseUnknown(Set<String> known) {
    if (tolerant) {
      return;
    }
    for (Iterator<String> names = object.fieldNames(); names.hasNext(); ) {
      String name = names.next();
      if (!known.contains(name)) {
        refuse(name, UNKNOWN, "is not a known member");
      }
    }
  }
}
