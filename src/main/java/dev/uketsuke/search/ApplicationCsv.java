package dev.uketsuke.search;

import dev.uketsuke.applications.ApplicationView;
import dev.uketsuke.applications.Money;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes applications as CSV (RFC 4180): quoted fields, lines that end with CR LF, one header line.
 *
 * <p>Guarantee: spreadsheets do not take any field for a formula. A text that begins like a formula
 * gets a leading apostrophe, with which spreadsheets show it as text.
 */
final class ApplicationCsv {

  /** Characters with which a formula can begin, in both widths, and tab and line ends. */
  private static final String FORMULA = "=+-@\t\r\n＝＋－＠";

  private static final List<String> COLUMNS =
      List.of(
          "status",
          "origin",
          "destination",
          "parcels",
          "totalWeightGrams",
          "declaredAmount",
          "declaredCurrency",
          "clientReference",
          "feeAmount",
          "feeCurrency",
          "waybillNumber",
          "acceptedAt",
          "updatedAt");

  private final Writer writer;
  private final boolean withAccount;

  ApplicationCsv(Writer writer, boolean withAccount) {
    this.writer = writer;
    this.withAccount = withAccount;
  }

  /** Writes the names of the columns. */
  void header() throws IOException {
    List<Object> names = new ArrayList<>(List.of("applicationId"));
    if (withAccount) {
      names.add("accountId");
    }
    names.addAll(COLUMNS);
    line(names);
  }

  /** Writes one application. */
  void row(ApplicationView application) throws IOException {
    List<Object> fields = new ArrayList<>();
    fields.add(application.applicationId());
    if (withAccount) {
      fields.add(application.accountId());
    }
    fields.add(application.status());
    fields.add(application.origin());
    fields.add(application.destination());
    fields.add(application.parcels());
    fields.add(application.totalWeightGrams());
    addMoney(fields, application.declaredValue());
    fields.add(application.clientReference());
    addMoney(fields, application.fee());
    fields.add(application.waybillNumber());
    fields.add(application.acceptedAt());
    fields.add(application.updatedAt());
    line(fields);
  }

  private static void addMoney(List<Object> fields, Money money) {
    fields.add(money == null ? null : money.amount());
    fields.add(money == null ? null : money.currency());
  }

  private void line(List<Object> fields) throws IOException {
    for (int i = 0; i < fields.size(); i++) {
      if (i > 0) {
        writer.write(',');
      }
      if (fields.get(i) != null) {
        writer.write(field(fields.get(i).toString()));
      }
    }
    writer.write("\r\n");
  }

  /**
   * Returns a field in quotes; absent values, as opposed to empty ones, are written without quotes.
   */
  static String field(String text) {
    boolean formula = !text.isEmpty() && FORMULA.indexOf(text.charAt(0)) >= 0;
    return "\"" + (formula ? "'" : "") + text.replace("\"", "\"\"") + "\"";
  }
}
