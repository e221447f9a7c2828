package dev.uketsuke.openapi;

import dev.uketsuke.problems.ProblemType;
import io.quarkus.smallrye.openapi.OpenApiFilter;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.eclipse.microprofile.openapi.OASFactory;
import org.eclipse.microprofile.openapi.OASFilter;
import org.eclipse.microprofile.openapi.models.Components;
import org.eclipse.microprofile.openapi.models.OpenAPI;
import org.eclipse.microprofile.openapi.models.media.Schema;
import org.eclipse.microprofile.openapi.models.parameters.Parameter;
import org.eclipse.microprofile.openapi.models.responses.APIResponse;

/**
 * Corrects what the library would otherwise write into the description by itself.
 *
 * <p>Guarantee: types of the Java library do not appear as schemas of this API, every parameter has
 * a type, an answer that is described in one place is not described as "OK" in another, and the
 * types of problems are those of the catalogue.
 */
@OpenApiFilter(stages = OpenApiFilter.RunStage.BUILD)
public class TidyDescription implements OASFilter {

  private static final String SCHEMAS = "#/components/schemas/";

  /** Formats of the Java types that the library makes schemas of their own for. */
  private static final Map<String, String> FORMATS = Map.of("UUID", "uuid", "Instant", "date-time");

  @Override
  public Schema filterSchema(Schema schema) {
    String format =
        schema.getRef() == null ? null : FORMATS.get(schema.getRef().replace(SCHEMAS, ""));
    return format == null ? schema : text(format).description(schema.getDescription());
  }

  @Override
  public Parameter filterParameter(Parameter parameter) {
    Schema schema = parameter.getSchema();
    if (schema != null && schema.getRef() == null && schema.getType() == null) {
      schema.addType(Schema.SchemaType.STRING);
    }
    return parameter;
  }

  @Override
  public APIResponse filterAPIResponse(APIResponse response) {
    if (response.getRef() != null) {
      // Beside a reference it would stand in place of the description there.
      response.setDescription(null);
    }
    return response;
  }

  @Override
  public void filterOpenAPI(OpenAPI api) {
    Components components = api.getComponents();
    if (components == null || components.getSchemas() == null) {
      return;
    }
    Map<String, Schema> schemas = new HashMap<>(components.getSchemas());
    FORMATS.keySet().forEach(components::removeSchema);
    Schema problem = schemas.get("Problem");
    if (problem != null) {
      problem
          .getProperties()
          .get("type")
          .setEnumeration(
              Arrays.stream(ProblemType.values())
                  .<Object>map(type -> "/problems/" + type.slug())
                  .toList());
    }
  }

  private static Schema text(String format) {
    return OASFactory.createSchema().addType(Schema.SchemaType.STRING).format(format);
  }
}
