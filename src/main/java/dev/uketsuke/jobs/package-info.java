/**
 * Work that is due by time and not by request: runs it by schedule, by request, or as a process of
 * its own. Knows no feature; features bring their jobs and steps.
 */
package dev.uketsuke.jobs;
