package dev.uketsuke.accounts;

import io.quarkus.runtime.annotations.RegisterForReflection;
import io.quarkus.security.Authenticated;
import io.quarkus.security.identity.SecurityIdentity;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.stream.Stream;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/**
 * Tells callers who they are.
 *
 * <p>A client that keeps operations until their outcome is known has to keep them by account: sent
 * by another person at the same device, one would become a second application.
 */
@Path("/v1/account")
@Produces(MediaType.APPLICATION_JSON)
@Authenticated
@Tag(name = "Account")
class AccountResource {
  private final CallerAccount caller;
  private final SecurityIdentity identity;

  AccountResource(CallerAccount caller, SecurityIdentity identity) {
    this.caller = caller;
    this.identity = identity;
  }

  @GET
  @Operation(operationId = "whoAmI", summary = "Who am I?")
  @APIResponse(
      responseCode = "200",
      description = "The caller's own account.",
      content = @Content(schema = @Schema(implementation = CallerView.class)))
  public CallerView whoAmI() {
    return new CallerView(
        caller.account().id(),
        identity.getPrincipal().getName(),
        Stream.of(Role.STAFF, Role.SERVICE).filter(identity::hasRole).toList());
  }

  /**
   * The caller.
   *
   * @param accountId whose applications these are; the key of everything kept for the caller
   * @param name for people to recognise themselves; may change
   * @param roles {@code staff}, {@code service}, or none
   */
  @RegisterForReflection
  @Schema(name = "Caller")
  record CallerView(String accountId, String name, List<String> roles) {}
}
