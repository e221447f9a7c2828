package dev.uketsuke.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Which arguments make the process run a job instead of serving. */
class JobProcessTest {

  @Test
  void argumentNamesTheJob() {
    assertEquals(Optional.of("retention"), JobProcess.asked("--job=retention"));
    assertEquals(Optional.of("retention"), JobProcess.asked("-x", "--job=retention"));
    assertEquals(Optional.of("retention"), JobProcess.asked("--job", "retention"));
    assertEquals(Optional.of(""), JobProcess.asked("--job"));
    assertEquals(Optional.empty(), JobProcess.asked());
    assertEquals(Optional.empty(), JobProcess.asked("retention", "--jobs"));
  }
}
