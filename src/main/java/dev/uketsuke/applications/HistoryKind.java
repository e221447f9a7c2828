package dev.uketsuke.applications;

/** What an entry of an application's history is about. */
public enum HistoryKind {
  /** The application came to the entry's status. */
  MOVE,
  /** Somebody or something made a remark while the application stood at the entry's status. */
  NOTE
}
