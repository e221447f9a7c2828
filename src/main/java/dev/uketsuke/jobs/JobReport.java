package dev.uketsuke.jobs;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.Map;

/**
 * The result of one run of a job.
 *
 * @param counts the number of rows, by what was done with them
 * @param finished whether everything that was due is done; if not, run the job again
 */
@RegisterForReflection
public record JobReport(Map<String, Long> counts, boolean finished) {}
