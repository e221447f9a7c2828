package dev.uketsuke.problems;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.annotation.security.PermitAll;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/**
 * Serves an explanation of each problem at the address in its {@code type}, as HTML for people and
 * as JSON for programs.
 *
 * <p>Both forms are made from {@link ProblemType}, so every problem has an explanation, and the
 * explanation agrees with the answers that the service sends.
 */
@Path("/problems")
@PermitAll
@Tag(name = "Problems", description = "What each problem means and what to do")
class ProblemPages {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  @GET
  @Produces(MediaType.APPLICATION_JSON)
  @Operation(
      operationId = "listProblems",
      summary = "List every problem",
      description =
          "The catalogue of all types that a problem can have. It changes with a release only.")
  @APIResponse(responseCode = "200", ref = "#/components/responses/ProblemCatalogue")
  @APIResponse(responseCode = "400", ref = "#/components/responses/InvalidRequest")
  public Response index() {
    ObjectNode index = JSON.objectNode();
    ArrayNode problems = index.putArray("problems");
    for (ProblemType type : ProblemType.values()) {
      problems.add(summary(type));
    }
    return json(index);
  }

  @GET
  @Produces(MediaType.TEXT_HTML)
  @Operation(hidden = true)
  public Response indexPage() {
    return page(ProblemHtml.index());
  }

  @GET
  @Path("{type}")
  @Produces(MediaType.APPLICATION_JSON)
  @Operation(
      operationId = "explainProblem",
      summary = "Explain one problem",
      description =
          "The address is the `type` of the problem. A browser is answered with a page, a program with JSON.")
  @APIResponse(responseCode = "200", ref = "#/components/responses/ProblemExplanation")
  @APIResponse(responseCode = "400", ref = "#/components/responses/InvalidRequest")
  @APIResponse(responseCode = "404", ref = "#/components/responses/NotFound")
  public Response explain(
      @Parameter(
              description = "The last part of a problem's type.",
              schema = @Schema(type = SchemaType.STRING),
              example = "idempotency-key-conflict")
          @PathParam("type")
          String slug) {
    Optional<ProblemType> type = bySlug(slug);
    if (type.isEmpty()) {
      return Problem.of(ProblemType.NOT_FOUND).toResponse();
    }
    ObjectNode explanation = summary(type.get());
    explanation.put("explanation", type.get().explanation());
    explanation.put("advice", type.get().advice());
    explanation.put("resend", type.get().resend().slug());
    explanation.put("resendRule", type.get().resend().rule());
    explanation.set("example", Problem.of(type.get()).toNode());
    return json(explanation);
  }

  @GET
  @Path("{type}")
  @Produces(MediaType.TEXT_HTML)
  @Operation(hidden = true)
  public Response explainPage(@PathParam("type") String slug) {
    return bySlug(slug)
        .map(type -> page(ProblemHtml.of(type)))
        .orElseGet(() -> Problem.of(ProblemType.NOT_FOUND).toResponse());
  }

  private static Optional<ProblemType> bySlug(String slug) {
    for (ProblemType type : ProblemType.values()) {
      if (type.slug().equals(slug)) {
        return Optional.of(type);
      }
    }
    return Optional.empty();
  }

  private static ObjectNode summary(ProblemType type) {
    return JSON.objectNode()
        .put("type", "/problems/" + type.slug())
        .put("status", type.status())
        .put("title", type.title());
  }

  private static Response json(ObjectNode document) {
    return cacheable(Response.ok(ProblemDocument.bytes(document), MediaType.APPLICATION_JSON_TYPE))
        .build();
  }

  private static Response page(String html) {
    return cacheable(Response.ok(html, MediaType.TEXT_HTML_TYPE.withCharset("utf-8")))
        .header(
            "Content-Security-Policy",
            "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'")
        .build();
  }

  /**
   * Lets caches keep the answer for an hour, because the catalogue changes with a release only.
   * {@code Vary} keeps the HTML and the JSON of one address apart.
   */
  private static Response.ResponseBuilder cacheable(Response.ResponseBuilder response) {
    return response
        .header(HttpHeaders.CACHE_CONTROL, "public, max-age=3600")
        .header(HttpHeaders.VARY, "Accept");
  }
}
