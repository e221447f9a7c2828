package dev.uketsuke.applications;

/** The kinds of entries in an application's history. */
public enum HistoryKind {
  /** The application came to the entry's status. */
  MOVE,
  /** A remark was made while the application had the entry's status. */
  NOTE
}
