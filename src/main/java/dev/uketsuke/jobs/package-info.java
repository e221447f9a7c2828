/**
 * Jobs: work that is done at regular times. A job runs at its interval, on request, or in a process
 * of its own. The package knows no feature; features provide jobs and steps of the job {@code
 * retention}.
 */
package dev.uketsuke.jobs;
