package dev.uketsuke.search;

import dev.uketsuke.accounts.CallerAccount;
import dev.uketsuke.lists.ListParameters;
import dev.uketsuke.lists.PageRequest;
import dev.uketsuke.problems.Violation;
import io.quarkus.security.Authenticated;
import io.smallrye.common.annotation.Blocking;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Variant;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Answers requests for lists, counts and exports of applications (contract §3.2). */
@Path("/v1/applications")
@Produces(MediaType.APPLICATION_JSON)
@Authenticated
@Blocking
@Tag(name = "Applications")
class SearchResource {

  static final String CSV = "text/csv";

  private static final List<Variant> FORMS =
      Variant.mediaTypes(MediaType.APPLICATION_JSON_TYPE, MediaType.valueOf(CSV)).build();

  private final CallerAccount caller;
  private final ListApplications listApplications;
  private final ExportApplications exportApplications;
  private final CountApplications countApplications;

  SearchResource(
      CallerAccount caller,
      ListApplications listApplications,
      ExportApplications exportApplications,
      CountApplications countApplications) {
    this.caller = caller;
    this.listApplications = listApplications;
    this.exportApplications = exportApplications;
    this.countApplications = countApplications;
  }

  @GET
  @Produces({MediaType.APPLICATION_JSON, CSV})
  @Operation(
      operationId = "listApplications",
      summary = "List, search, follow or export applications",
      description =
          """
          Lists the caller's own applications; staff see those of all accounts, with `accountId`. Filters are combined \
          by "and".

          **Pages.** `nextCursor` asks for the next page, with the same filters and sort order; it is null on the last \
          page. A page costs the same at any depth, and nothing is shown twice or left out when applications are \
          accepted between two pages. If an application moves between two pages, a filter by `status` \
          uses the status at the time when the page is read.

          **Following changes.** `sort=updated` lists earliest changes first, by `updatedAt`, which is when status, \
          fee or waybill number last changed. `updatedSince` alone implies it. It shows changes that are final, so that \
          none is missed when a transaction commits late: a change appears a quarter of a second after it was made, or \
          once older transactions have ended. To follow, read all pages, remember the `updatedAt` of the last item, and ask again with \
          that as `updatedSince`; items of that very time come again, so ignore those that you know by `applicationId` \
          and `updatedAt`.

          **The archive.** If the installation archives, final applications leave this list after a time that it \
          chooses. `archived=true` lists those instead, with the same filters. Everything else is answered as before: a resend of \
          the key, the inquiry, the application read by its id, and every request to move it. An application comes back from the \
          archive when something is written on it, such as a note, and goes again later.

          **Export.** With `Accept: text/csv` the answer is the whole list as a stream of CSV (RFC 4180, UTF-8, one \
          header line); `limit` and `cursor` are not allowed with it. A text that a spreadsheet would take for a formula \
          gets a leading apostrophe. If the stream ends with a broken connection, the export is not complete.""")
  @APIResponse(responseCode = "200", ref = "#/components/responses/Applications")
  @APIResponse(responseCode = "400", ref = "#/components/responses/InvalidList")
  public Response list(
      @BeanParam FilterParameters filter,
      @BeanParam OrderParameters order,
      @BeanParam PageRequest page,
      @Context Request request) {
    boolean csv = isCsv(request);
    ListParameters parameters = new ListParameters();
    ApplicationSort sort = order.sort(parameters);
    ApplicationFilter wanted =
        filter.read(parameters, caller, order.updatedSince(parameters, sort));
    if (wanted.archived() && sort == ApplicationSort.UPDATED) {
      parameters.refuse(
          "archived",
          Violation.Code.NOT_ALLOWED,
          "goes with sort=newest and sort=oldest only, because nothing changes in the archive");
    }
    if (csv && page.isGiven()) {
      parameters.refuse(
          "",
          Violation.Code.NOT_ALLOWED,
          "limit and cursor are not allowed with text/csv, which contains the whole list");
    }
    ApplicationQuery query =
        new ApplicationQuery(
            wanted,
            sort,
            page.limit(parameters),
            page.position(parameters, ApplicationQuery.scope(wanted, sort)));
    parameters.check();
    boolean withAccount = caller.isStaff();
    return csv
        ? Response.ok(exportApplications.export(query, withAccount))
            .type(CSV + "; charset=utf-8; header=present")
            .header(HttpHeaders.CONTENT_DISPOSITION, "attachment; filename=\"applications.csv\"")
            .header(HttpHeaders.VARY, HttpHeaders.ACCEPT)
            .build()
        : Response.ok(listApplications.list(query, withAccount), MediaType.APPLICATION_JSON_TYPE)
            .header(HttpHeaders.VARY, HttpHeaders.ACCEPT)
            .build();
  }

  @GET
  @Path("/count")
  @Operation(
      operationId = "countApplications",
      summary = "Count applications by status",
      description =
          """
          Counts the applications that the list shows with the same filters. The answer has one item for each status in \
          the filter `status`, or for all statuses. A count is exact up to 10000; if there are more, `count` is 10000 and \
          `exact` is false.""")
  @APIResponse(responseCode = "200", ref = "#/components/responses/ApplicationCounts")
  @APIResponse(responseCode = "400", ref = "#/components/responses/InvalidRequest")
  public ApplicationCounts count(@BeanParam FilterParameters filter) {
    ListParameters parameters = new ListParameters();
    ApplicationFilter wanted = filter.read(parameters, caller, Optional.empty());
    parameters.check();
    return countApplications.count(wanted);
  }

  private static boolean isCsv(Request request) {
    Variant chosen = request.selectVariant(FORMS);
    return chosen != null && chosen.getMediaType().getSubtype().equals("csv");
  }
}
