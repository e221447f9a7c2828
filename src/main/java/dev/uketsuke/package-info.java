/**
 * Uketsuke accepts shipping applications exactly once and carries each to the recipient.
 *
 * <p>The map: one line for each package. A package uses only packages above it in this list, and
 * {@code ArchitectureTest} reads the list and enforces that order.
 *
 * <ul>
 *   <li>{@code startup} – checks the configuration before anything starts
 *   <li>{@code requests} – the id by which a request is named in answers, problems and logs
 *   <li>{@code problems} – the catalogue of refusals and the one shape of every error
 *   <li>{@code idempotency} – the key and the fingerprint: pure values
 *   <li>{@code database} – transactions, time limits, and what a database failure means
 *   <li>{@code schema} – brings the database schema up to date, or refuses an old one
 *   <li>{@code json} – strict reading of JSON that others send
 *   <li>{@code http} – the address and body of a request, and the headers of every answer
 *   <li>{@code http.wire} – HTTP below any endpoint: bounds on bodies, refusals, an orderly stop
 *   <li>{@code accounts} – who is calling
 *   <li>{@code jobs} – work that is due by time; knows no feature
 *   <li>{@code lists} – pages of a list, as all features have them
 *   <li>{@code settlement} – requests and answers when a person settles an item
 *   <li>{@code outbox} – messages out, and the relay that delivers them; knows no feature
 *   <li>{@code inbox} – received messages, each taking effect at most once; knows no feature
 *   <li>{@code kafka} – the broker, the loop that reads a topic, dead letters; knows no topic
 *   <li>{@code applications} – the application with its key in one entity, its life and moves
 *   <li>{@code search} – lists, counts and exports of applications
 *   <li>{@code submissions} – submit, inquire, receipt, submission tokens: the promise
 *   <li>{@code payments} – callbacks of the payment provider
 *   <li>{@code warehouse} – events of the warehouse
 *   <li>{@code carrier} – orders of waybills
 *   <li>{@code events} – events about applications, sent to the broker
 *   <li>{@code reconciliation} – finds where other systems and this one disagree
 *   <li>{@code page} – the log-in of the web page and its headers
 *   <li>{@code openapi} – what all operations in the API description have in common
 *   <li>{@code local} – dev mode only, not in the production artefact
 * </ul>
 */
package dev.uketsuke;
