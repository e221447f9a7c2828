package dev.uketsuke.proof;

/**
 * What one connection sends.
 *
 * @param what names the case in reports
 * @param bytes one character for each byte
 * @param trace what a refused request could leave behind
 */
record FuzzCase(String what, String bytes, Trace trace) {

  /** Where rows would be found. */
  enum Kind {
    NOTHING,
    SUBMISSION,
    CALLBACK,
    EVENT
  }

  /**
   * The names under which rows would be found.
   *
   * @param id the key of a submission, the transaction of a callback or the id of an event; each is
   *     used by one case only
   * @param subject the account, which only this case uses if it is a submission
   */
  record Trace(Kind kind, String id, String subject) {
    static final Trace NOTHING = new Trace(Kind.NOTHING, "", "");
  }
}
