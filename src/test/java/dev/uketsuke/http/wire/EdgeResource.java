package dev.uketsuke.http.wire;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.uketsuke.accounts.CallerAccount;
import dev.uketsuke.http.ReceivedBody;
import dev.uketsuke.problems.Problem;
import dev.uketsuke.problems.ProblemType;
import io.quarkus.security.Authenticated;
import io.vertx.ext.web.RoutingContext;
import jakarta.annotation.security.PermitAll;
import jakarta.annotation.security.RolesAllowed;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.microprofile.openapi.annotations.Operation;

/** Endpoints that go wrong in every way an endpoint can. */
@Path("/edge")
@PermitAll
@Produces("application/json")
public class EdgeResource {
  static final AtomicInteger SLOW_STARTED = new AtomicInteger();

  private final CallerAccount caller;

  EdgeResource(CallerAccount caller) {
    this.caller = caller;
  }

  public record Item(@NotBlank String name, @Min(1) int count) {}

  public static class Unwritable {
    public String getName() {
      throw new IllegalStateException("secret");
    }
  }

  @POST
  @Path("length")
  @Produces("text/plain")
  @Operation(hidden = true)
  public String length(@QueryParam("slow") boolean slow, @Context RoutingContext context) {
    if (slow) {
      SLOW_STARTED.incrementAndGet();
    }
    return Integer.toString(ReceivedBody.of(context).length);
  }

  @POST
  @Path("item")
  @Consumes("application/json")
  @Operation(hidden = true)
  public Item item(@NotNull @Valid Item item) {
    return item;
  }

  @GET
  @Path("unwritable")
  @Operation(hidden = true)
  public Unwritable unwritable() {
    return new Unwritable();
  }

  @GET
  @Path("misread")
  @Operation(hidden = true)
  public Item misread() throws IOException {
    return new ObjectMapper().readValue("{\"count\":\"x\"}", Item.class);
  }

  @GET
  @Path("fault")
  @Operation(hidden = true)
  public String fault() {
    throw new IllegalStateException("secret");
  }

  @GET
  @Path("refused")
  @Operation(hidden = true)
  public Item refused() {
    throw Problem.of(ProblemType.NOT_FOUND).detail("受付 é").toException();
  }

  @GET
  @Path("number")
  @Produces("text/plain")
  @Operation(hidden = true)
  public String number(@QueryParam("n") int n) {
    return "" + n;
  }

  @GET
  @Path("who")
  @Authenticated
  @Produces("text/plain")
  @Operation(hidden = true)
  public String who() {
    return caller.account().id() + (caller.isStaff() ? " staff" : "");
  }

  @POST
  @Path("who")
  @Authenticated
  @Produces("text/plain")
  @Operation(hidden = true)
  public String change() {
    return caller.account().id();
  }

  @GET
  @Path("page")
  @Authenticated
  @Produces("text/html")
  @Operation(hidden = true)
  public String page() {
    return "<p>in</p>";
  }

  @GET
  @Path("staff")
  @RolesAllowed("staff")
  @Produces("text/plain")
  @Operation(hidden = true)
  public String staff() {
    return "in";
  }
}
