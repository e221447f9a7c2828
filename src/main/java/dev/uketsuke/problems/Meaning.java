package dev.uketsuke.problems;

/**
 * What an entry of the catalogue says.
 *
 * @param status the HTTP status it is always sent with
 * @param resend whether and how to send again
 * @param title a short name for people
 * @param explanation in plain words
 * @param advice what the client can do
 */
record Meaning(int status, Resend resend, String title, String explanation, String advice) {

  /** A request that has to be corrected has left no trace (P4), and is told so. */
  Meaning {
    explanation = resend == Resend.CORRECTED ? explanation + " Nothing was recorded." : explanation;
  }
}
