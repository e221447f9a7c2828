package dev.uketsuke.openapi;

import dev.uketsuke.requests.RequestId;
import io.quarkus.smallrye.openapi.OpenApiFilter;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.microprofile.openapi.OASFactory;
import org.eclipse.microprofile.openapi.OASFilter;
import org.eclipse.microprofile.openapi.models.OpenAPI;
import org.eclipse.microprofile.openapi.models.Operation;
import org.eclipse.microprofile.openapi.models.responses.APIResponse;
import org.eclipse.microprofile.openapi.models.responses.APIResponses;

/**
 * Adds to the API description the answers that every operation can give.
 *
 * <p>An operation that describes such an answer itself keeps its own description.
 */
@OpenApiFilter(stages = OpenApiFilter.RunStage.BUILD)
public class CommonAnswers implements OASFilter {

  private static final String PROTECTED = "/v1/";
  private static final Map<String, String> ALWAYS =
      Map.of("406", "NotAcceptable", "500", "InternalError", "503", "Unavailable");

  /** Query parameters that an operation does not have are refused (QueryGate). */
  private static final Map<String, String> WITH_QUERY_GATE = Map.of("400", "InvalidRequest");

  private static final Map<String, String> WITH_CREDENTIAL =
      Map.of("401", "Unauthenticated", "403", "Forbidden");
  private static final Map<String, String> WITH_BODY =
      Map.of("408", "TooSlow", "413", "TooLarge", "415", "UnsupportedMediaType");

  @Override
  public void filterOpenAPI(OpenAPI api) {
    if (api.getPaths() == null) {
      return;
    }
    api.getPaths()
        .getPathItems()
        .forEach(
            (path, item) -> item.getOperations().values().forEach(each -> complete(path, each)));
    api.getComponents().getResponses().values().forEach(CommonAnswers::nameRequest);
  }

  /** Adds the header that every answer has; a reference has it where it leads to. */
  private static void nameRequest(APIResponse response) {
    if (response.getRef() == null) {
      response.addHeader(
          RequestId.HEADER, OASFactory.createHeader().ref("#/components/headers/RequestId"));
    }
  }

  private static void complete(String path, Operation operation) {
    addMissing(operation.getResponses(), ALWAYS);
    // An empty list of requirements is how an operation says that anybody may call it.
    if (path.startsWith(PROTECTED)) {
      addMissing(operation.getResponses(), WITH_QUERY_GATE);
    } else {
      operation.setSecurity(List.of());
    }
    if (operation.getSecurity() == null || !operation.getSecurity().isEmpty()) {
      addMissing(operation.getResponses(), WITH_CREDENTIAL);
    }
    if (operation.getRequestBody() != null) {
      addMissing(operation.getResponses(), WITH_BODY);
    }
    operation.getResponses().getAPIResponses().values().forEach(CommonAnswers::nameRequest);
    // Each build writes the answers in the same order, so that a difference means a change.
    operation
        .getResponses()
        .setAPIResponses(new TreeMap<>(operation.getResponses().getAPIResponses()));
  }

  private static void addMissing(APIResponses responses, Map<String, String> common) {
    common.forEach(
        (status, name) -> {
          if (!responses.hasAPIResponse(status)) {
            responses.addAPIResponse(
                status, OASFactory.createAPIResponse().ref("#/components/responses/" + name));
          }
        });
  }
}
