package dev.uketsuke.submissions;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/**
 * Bodies for {@link BodyRulesContractTest}: each is the smallest application with something added
 * or changed.
 */
final class Bodies {

  private static final String E_ACUTE = "\u00e9";
  private static final String EMOJI = "\uD83D\uDCE6"; // one code point, two chars

  private Bodies() {}

  static Stream<String> valid() {
    return Stream.of(
        parcels("999"),
        with("\"totalWeightGrams\":1"),
        with("\"totalWeightGrams\":30000000"),
        with("\"declaredValue\":" + money("0", "AUD")),
        with("\"declaredValue\":" + money("12.50", "AUD")),
        with("\"declaredValue\":" + money("120", "JPY")),
        with("\"declaredValue\":" + money("1.234", "KWD")),
        with("\"declaredValue\":" + money("999999999999.99", "AUD")),
        with("\"recipient\":{}"),
        with("\"recipient\":{\"name\":\"Kim\"}"),
        with("\"recipient\":{\"phone\":\"+82 2 123\"}"),
        with("\"recipient\":{\"postalCode\":\"04524\"}"),
        with("\"recipient\":{\"addressLines\":[\"1\",\"2\",\"3\",\"4\",\"5\"]}"),
        with("\"recipient\":{\"name\":\"\uae40\ucca0\uc218 " + EMOJI + "\"}"),
        reference("x"),
        reference("x".repeat(100)),
        reference(EMOJI.repeat(100)),
        reference("a\\\"b\\\\c"));
  }

  static Stream<String> invalid() {
    return Stream.of(
            Stream.of(
                "{}",
                "[]",
                "null",
                "1",
                "\"x\"",
                "{",
                "not json",
                "{\"destination\":\"KR\",\"parcels\":1}",
                "{\"origin\":\"AU\",\"parcels\":1}",
                "{\"origin\":\"AU\",\"destination\":\"KR\"}",
                "{\"origin\":null,\"destination\":\"KR\",\"parcels\":1}",
                "{\"origin\":\"au\",\"destination\":\"KR\",\"parcels\":1}",
                "{\"origin\":\"AUS\",\"destination\":\"KR\",\"parcels\":1}",
                "{\"origin\":\"ZZ\",\"destination\":\"KR\",\"parcels\":1}",
                "{\"origin\":\"\",\"destination\":\"KR\",\"parcels\":1}",
                "{\"origin\":1,\"destination\":\"KR\",\"parcels\":1}",
                "{\"origin\":[\"AU\"],\"destination\":\"KR\",\"parcels\":1}",
                "{'origin':'AU','destination':'KR','parcels':1}",
                "{origin:\"AU\",\"destination\":\"KR\",\"parcels\":1}",
                "{\"origin\":\"AU\",\"destination\":\"KR\",\"parcels\":1,}",
                "{\"origin\":\"AU\",/* no */\"destination\":\"KR\",\"parcels\":1}",
                "{\"origin\":\"AU\",\"origin\":\"AU\",\"destination\":\"KR\",\"parcels\":1}",
                "{\"origin\":\"AU\",\"\\u006frigin\":\"NZ\",\"destination\":\"KR\",\"parcels\":1}",
                "{\"Origin\":\"AU\",\"destination\":\"KR\",\"parcels\":1}",
                parcels("1") + "x",
                parcels("1") + "{}",
                parcels("1") + "]"),
            Stream.of(
                    "0",
                    "-1",
                    "1000",
                    "1.5",
                    "1e3",
                    "1e400000000",
                    "1e99999999999999",
                    "1e-99999999999999",
                    "1e-400000000",
                    "-1e400000000",
                    "9".repeat(900),
                    "9".repeat(2000),
                    "0.1",
                    "1.0000000000000000000000000001",
                    "NaN",
                    "Infinity",
                    "-Infinity",
                    "01",
                    "+1",
                    ".5",
                    "1.",
                    "0x1",
                    "\"1\"",
                    "true",
                    "[1]",
                    "{}")
                .map(Bodies::parcels),
            Stream.of("0", "-5", "30000001", "1.5", "\"100\"", "1e400000000", "NaN")
                .map(weight -> with("\"totalWeightGrams\":" + weight)),
            Stream.of(
                    "12.50",
                    "\"12.50\"",
                    "{}",
                    "{\"amount\":\"1\"}",
                    "{\"currency\":\"AUD\"}",
                    "{\"amount\":1,\"currency\":\"AUD\"}",
                    "{\"amount\":1.5,\"currency\":\"AUD\"}",
                    "{\"amount\":\"1\",\"currency\":\"AUD\",\"x\":1}",
                    "{\"amount\":\"1\",\"amount\":\"1\",\"currency\":\"AUD\"}",
                    money("-1", "AUD"),
                    money("-0.01", "AUD"),
                    money("1.234", "AUD"),
                    money("1.000", "AUD") /* more decimals than the currency has */,
                    money("1.5", "JPY"),
                    money("1e2", "AUD"),
                    money("1e400000000", "AUD"),
                    money("", "AUD"),
                    money(".", "AUD"),
                    money("1,5", "AUD"),
                    money("+1", "AUD"),
                    money("NaN", "AUD"),
                    money("0x1", "AUD"),
                    money("\u0661", "AUD") /* a digit, but not an ASCII one */,
                    money("9".repeat(5000), "AUD"),
                    money("1", "aud"),
                    money("1", "XYZ"),
                    money("1", ""))
                .map(value -> with("\"declaredValue\":" + value)),
            Stream.of(
                    "\"Kim\"",
                    "[]",
                    "{\"name\":1}",
                    "{\"name\":\"\"}",
                    "{\"name\":\"a\\u0000b\"}",
                    "{\"name\":\"\\ud800\"}",
                    "{\"name\":\"\\udc00\\ud800\"}",
                    "{\"nick\":\"Kim\"}",
                    "{\"name\":\"Kim\",\"name\":\"Kim\"}",
                    "{\"addressLines\":[]}",
                    "{\"addressLines\":\"x\"}",
                    "{\"addressLines\":[null]}",
                    "{\"addressLines\":[1]}",
                    "{\"addressLines\":[\"1\",\"2\",\"3\",\"4\",\"5\",\"6\"]}",
                    "{\"addressLines\":[\"\\u0000\"]}")
                .map(recipient -> with("\"recipient\":" + recipient)),
            Stream.of(
                    "",
                    "   ",
                    "x".repeat(101),
                    EMOJI.repeat(101),
                    "\\u0000",
                    "\\ud83d",
                    "a\tb",
                    "a\nb")
                .map(Bodies::reference),
            Stream.of(
                with("\"clientReference\":7"), with("\"unknown\":null"), with("\"\\u0000\":1")))
        .flatMap(s -> s);
  }

  static Stream<Arguments> same() {
    return Stream.of(
        Arguments.of(parcels("1"), parcels("1.0")),
        Arguments.of(parcels("1"), parcels("1e0")),
        Arguments.of(parcels("100"), parcels("1E2")),
        Arguments.of(parcels("1"), parcels("10e-1")),
        Arguments.of(with("\"totalWeightGrams\":1200"), with("\"totalWeightGrams\":1.2e3")),
        Arguments.of(value("120", "AUD"), value("120.0", "AUD")),
        Arguments.of(value("120", "AUD"), value("120.00", "AUD")),
        Arguments.of(value("1.5", "AUD"), value("1.50", "AUD")),
        Arguments.of(value("0", "AUD"), value("0.00", "AUD")),
        Arguments.of(reference(E_ACUTE), reference("\\u00e9")),
        Arguments.of(reference(E_ACUTE), reference("e\u0301")),
        Arguments.of(reference(E_ACUTE), reference("\\u0065\\u0301")),
        Arguments.of(reference("x"), reference("  x ")),
        Arguments.of(reference("a/b"), reference("a\\/b")),
        Arguments.of(
            parcels("1"),
            with(
                "\"totalWeightGrams\":null,\"declaredValue\":null,\"recipient\":null,\"clientReference\":null")),
        Arguments.of(
            with("\"recipient\":{\"name\":\"Kim\"}"),
            with("\"recipient\":{\"name\":\"Kim\",\"phone\":null,\"addressLines\":null}")),
        Arguments.of(
            with("\"recipient\":{\"name\":\"Kim\",\"phone\":\"1\"}"),
            "{\"recipient\":{\"phone\":\"1\",\"name\":\"Kim\"},\"parcels\":1,\"destination\":\"KR\",\"origin\":\"AU\"}"));
  }

  static Stream<Arguments> different() {
    var pairs =
        List.of(
            Arguments.of(parcels("1"), parcels("2")),
            Arguments.of(parcels("1"), "{\"origin\":\"NZ\",\"destination\":\"KR\",\"parcels\":1}"),
            Arguments.of(parcels("1"), "{\"origin\":\"KR\",\"destination\":\"AU\",\"parcels\":1}"),
            Arguments.of(parcels("1"), with("\"totalWeightGrams\":1")),
            Arguments.of(
                with("\"totalWeightGrams\":29999999"), with("\"totalWeightGrams\":30000000")),
            Arguments.of(value("120", "AUD"), value("120.01", "AUD")),
            Arguments.of(value("120", "AUD"), value("120", "NZD")),
            Arguments.of(value("999999999999999", "JPY"), value("999999999999998", "JPY")),
            Arguments.of(reference("x"), reference("X")),
            Arguments.of(reference("a b"), reference("a  b")),
            Arguments.of(reference("\uff21"), reference("A")), // full width: not the same under NFC
            Arguments.of(
                with("\"recipient\":{\"addressLines\":[\"a\",\"b\"]}"),
                with("\"recipient\":{\"addressLines\":[\"b\",\"a\"]}")),
            Arguments.of(
                with("\"recipient\":{\"name\":\"Kim\"}"),
                with("\"recipient\":{\"phone\":\"Kim\"}")));
    return pairs.stream();
  }

  private static String parcels(String number) {
    return "{\"origin\":\"AU\",\"destination\":\"KR\",\"parcels\":" + number + "}";
  }

  private static String with(String members) {
    return "{\"origin\":\"AU\",\"destination\":\"KR\",\"parcels\":1," + members + "}";
  }

  private static String reference(String text) {
    return with("\"clientReference\":\"" + text + "\"");
  }

  private static String value(String amount, String currency) {
    return with("\"declaredValue\":" + money(amount, currency));
  }

  private static String money(String amount, String currency) {
    return "{\"amount\":\"" + amount + "\",\"currency\":\"" + currency + "\"}";
  }
}
