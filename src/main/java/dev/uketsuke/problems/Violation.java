package dev.uketsuke.problems;

/**
 * One broken rule of a request.
 *
 * @param field the member or parameter, as a path in the client's own terms, for example {@code
 *     declaredValue.amount}; empty for the request as a whole
 * @param message what the rule is, in words; never repeats the value sent
 */
public record Violation(String field, String message) {}
