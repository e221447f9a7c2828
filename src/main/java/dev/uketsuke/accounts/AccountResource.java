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
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/**
 * Answers with the caller's own account, name and roles.
 *
 * <p>A client that stores unfinished submissions has to store them by account. If another person at
 * the same device sent them, they would become applications of that person's account, too.
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
  @Operation(
      operationId = "whoAmI",
      summary = "Who am I?",
      description =
          "The account that this credential leads to. A client that keeps submissions until their outcome is"
              + " known has to keep them by account.")
  @APIResponse(responseCode = "200", ref = "#/components/responses/Account")
  public CallerView whoAmI() {
    return new CallerView(
        caller.account().id(),
        identity.getPrincipal().getName(),
        Stream.of(Role.STAFF, Role.SERVICE).filter(identity::hasRole).toList());
  }

  /**
   * The caller.
   *
   * @param accountId the id of the account; clients store the caller's data under it
   * @param name a name by which people recognise themselves; it may change
   * @param roles {@code staff}, {@code service}, or none
   */
  @RegisterForReflection
  @Schema(
      name = "Caller",
      requiredProperties = {"accountId", "name", "roles"})
  record CallerView(String accountId, String name, List<String> roles) {}
}
