package dev.uketsuke.jobs;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * What one run of a job did.
 *
 * @param counts how many rows by what was done to them
 * @param finished whether all that was due is done; if not, run it again
 */
@RegisterForReflection
public record JobReport(
    @Schema(description = "How many rows, by what was done to them.") Map<String, Long> counts,
    @Schema(description = "Whether all that was due is done; if not, run the job again.")
        boolean finished) {}
