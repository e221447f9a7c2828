/**
 * Uketsuke accepts shipping applications exactly once and carries each to the recipient.
 *
 * <p>The map; each package uses only those above it in the list, and {@code ArchitectureTest} holds
 * it to that.
 *
 * <ul>
 *   <li>{@code startup} – does the configuration make sense?
 *   <li>{@code problems} – the catalogue of refusals and the one shape of every error
 *   <li>{@code idempotency} – the key and the fingerprint: pure values
 *   <li>{@code database} – transactions, time limits, and what a failure says about the work
 *   <li>{@code json}, {@code http} – strict reading of what others send, headers of what we send
 *   <li>{@code accounts} – who is calling
 *   <li>{@code jobs} – work that is due by time; knows no feature
 *   <li>{@code lists}, {@code settlement} – pages of a list, and what a person settles by hand, as
 *       all features have them
 *   <li>{@code messaging} – outbox and inbox; knows no feature
 *   <li>{@code applications} – submit, inquire, read, move: what the service exists for
 *   <li>{@code tokens}, {@code payments}, {@code warehouse}, {@code carrier} – one feature each
 *   <li>{@code reconciliation} – what is out of step between us and the others
 *   <li>{@code page} – the web page's log-in and headers
 *   <li>{@code openapi} – what all operations have in common
 *   <li>{@code local} – dev mode only, not in the production artefact
 * </ul>
 */
package dev.uketsuke;
