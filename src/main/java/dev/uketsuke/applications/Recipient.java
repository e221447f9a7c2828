package dev.uketsuke.applications;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;

/**
 * The recipient of the parcels. Each member may be null independently; all members are personal
 * data.
 *
 * @param name the name on the label
 * @param phone the phone number as the client wrote it
 * @param postalCode the postal code as the client wrote it
 * @param addressLines one to five lines, in order
 */
@RegisterForReflection
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Recipient(String name, String phone, String postalCode, List<String> addressLines) {

  /** Checks whether all members are absent, which is the same as no recipient. */
  public boolean hasNoMembers() {
    return name == null && phone == null && postalCode == null && addressLines == null;
  }
}
