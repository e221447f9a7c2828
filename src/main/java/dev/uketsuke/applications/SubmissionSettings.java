package dev.uketsuke.applications;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** How long submissions are remembered and waited for. */
@ConfigMapping(prefix = "uketsuke")
public interface SubmissionSettings {

  /**
   * How long a key is replayed after its application was accepted, ISO 8601, at least {@code PT1H}.
   * Changing it does not touch keys already given out.
   */
  @WithDefault("P30D")
  Duration keyRetention();

  /** How long we wait for other transactions. */
  Database database();

  /** Time-outs of the database. */
  interface Database {

    /** How long a submission waits for another one with the same key before it is in progress. */
    @WithDefault("PT2S")
    Duration lockTimeout();

    /** How long an inquiry waits for an open submission; short, for a person waits for it. */
    @WithDefault("PT0.2S")
    Duration inquiryLockTimeout();
  }
}
