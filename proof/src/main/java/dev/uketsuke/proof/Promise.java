package dev.uketsuke.proof;

/** The promises of the contract, §2, as far as a history can contradict them. */
enum Promise {
  P1("one application for each account and key"),
  P2("a replay is byte for byte the first receipt"),
  P3("a conflict executes, changes and shows nothing"),
  P4("a refused request leaves no trace"),
  P5("what was acknowledged is there, whole"),
  P6("an inquiry is never contradicted by what follows"),
  P7("no account learns of another's keys and ids"),
  P8("no network call while a transaction is open"),
  P9("every delivery and move takes effect once, in order"),
  P10("an expired key is refused and never reused");

  private final String text;

  Promise(String text) {
    this.text = text;
  }

  String text() {
    return text;
  }
}
