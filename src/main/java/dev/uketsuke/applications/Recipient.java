package dev.uketsuke.applications;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;

/**
 * Who is to receive the parcels; every member may be null by itself, all of it is personal content.
 *
 * @param name as on the label
 * @param phone as the client wrote it
 * @param postalCode as the client wrote it
 * @param addressLines one to five lines, in order
 */
@RegisterForReflection
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Recipient(String name, String phone, String postalCode, List<String> addressLines) {

  /** Whether nothing at all is said, which is the same as no recipient. */
  public boolean saysNothing() {
    return name == null && phone == null && postalCode == null && addressLines == null;
  }
}
