package dev.uketsuke.search;

import dev.uketsuke.applications.ShippingApplication;
import jakarta.inject.Singleton;
import jakarta.ws.rs.core.StreamingOutput;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * Writes a list of applications as CSV (RFC 4180).
 *
 * <p>Guarantee: the export reads and holds one page at a time, however long the list is and however
 * slowly the client reads; no database connection is held while the client is waited for. If the
 * database fails during the export, the connection to the client is closed, so that the client does
 * not take a part of the list for the whole.
 */
@Singleton
class ExportApplications {

  private static final int PAGE = 500;

  private final ListApplications listApplications;

  ExportApplications(ListApplications listApplications) {
    this.listApplications = listApplications;
  }

  /**
   * Reads the first page, and returns the function that writes it and all following pages.
   *
   * @param query the list; its limit and position are ignored
   * @param withAccount whether there is a column for the account of each application
   * @throws dev.uketsuke.database.DatabaseException if the first page cannot be read
   */
  StreamingOutput export(ApplicationQuery query, boolean withAccount) {
    List<ShippingApplication> first = listApplications.rows(query.page(PAGE, Optional.empty()));
    return out -> {
      Writer writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
      ApplicationCsv csv = new ApplicationCsv(writer, withAccount);
      csv.header();
      write(csv, query, first);
      writer.flush();
    };
  }

  private void write(ApplicationCsv csv, ApplicationQuery query, List<ShippingApplication> first)
      throws IOException {
    List<ShippingApplication> page = first;
    while (true) {
      for (ShippingApplication application : page) {
        csv.row(application.summary(true));
      }
      if (page.size() < PAGE) {
        return;
      }
      ShippingApplication last = page.get(PAGE - 1);
      page = listApplications.rows(query.page(PAGE, Optional.of(query.positionOf(last))));
    }
  }
}
