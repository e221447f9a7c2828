package dev.uketsuke.jobs;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.Map;

/**
 * What one run of a job did.
 *
 * @param counts how many rows by what was done to them
 * @param finished whether all that was due is done; if not, run it again
 */
@RegisterForReflection
public record JobReport(Map<String, Long> counts, boolean finished) {}
