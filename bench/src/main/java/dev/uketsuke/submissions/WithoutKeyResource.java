package dev.uketsuke.submissions;

import dev.uketsuke.database.Parameters;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.NoArgGenerator;
import dev.uketsuke.accounts.Bucket;
import dev.uketsuke.accounts.CallerAccount;
import dev.uketsuke.http.ReceivedBody;
import dev.uketsuke.problems.Problem;
import dev.uketsuke.problems.ProblemType;
import io.agroal.api.AgroalDataSource;
import io.quarkus.security.Authenticated;
import io.smallrye.common.annotation.Blocking;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.UUID;
import org.jboss.logging.Logger;

/**
 * The same intake without idempotency: no key, no fingerprint, no unique constraint. It exists in the bench's own
 * artefact only, to show what idempotency costs.
 */
@Path("/bench/applications")
@Produces(MediaType.APPLICATION_JSON)
@Authenticated
class WithoutKeyResource {

  private static final Logger LOG = Logger.getLogger(WithoutKeyResource.class);

  /** The product's own statement, with nothing but the key taken out; fails loudly once that has another shape. */
  private static final String INSERT =
      without(
          without(
              without(
                  without(
                      without(
                          SubmissionTable.INSERT,
                          " idempotency_key, fingerprint, fingerprint_version,",
                          ""),
                      "SELECT ?, ?, ?, ?, ?,",
                      "SELECT ?, ?,"),
                  "ON CONFLICT ON CONSTRAINT shipping_application_account_key DO NOTHING",
                  ""),
              "INTO shipping_application",
              "INTO bench_application"),
          "INTO application_history",
          "INTO bench_history");

  private final NoArgGenerator ids = Generators.timeBasedEpochGenerator();
  private final CallerAccount caller;
  private final ContentReading reading;
  private final AgroalDataSource dataSource;
  private final SubmissionSettings settings;

  WithoutKeyResource(
      CallerAccount caller, ContentReading reading, AgroalDataSource dataSource, SubmissionSettings settings) {
    this.caller = caller;
    this.reading = reading;
    this.dataSource = dataSource;
    this.settings = settings;
  }

  @POST
  @Consumes(MediaType.APPLICATION_JSON)
  @Blocking
  public Response submit(@Context RoutingContext request) throws SQLException {
    String account = caller.account().id();
    ApplicationContent content = reading.read(ReceivedBody.of(request)).content();
    if (content == null) {
      return Problem.of(ProblemType.INVALID_REQUEST).toResponse();
    }
    Receipt receipt = insert(account, content);
    LOG.infof("Submission %s application=%s", SubmissionOutcome.Kind.CREATED, receipt.applicationId());
    return SubmissionAnswer.of(SubmissionOutcome.of(SubmissionOutcome.Kind.CREATED, receipt));
  }

  private Receipt insert(String account, ApplicationContent content) throws SQLException {
    UUID id = ids.generate();
    try (Connection connection = dataSource.getConnection();
        PreparedStatement insert = connection.prepareStatement(INSERT)) {
      Parameters parameters =
          new Parameters(insert).add(id).add(account).add(Bucket.of(account)).add((double) settings.keyRetention().toSeconds());
      content.bind(parameters);
      parameters.add(ids.generate()).add(AcceptedEvent.payload(id, content)).add((String) null);
      try (ResultSet row = insert.executeQuery()) {
        row.next();
        return new Receipt(
            id,
            row.getObject(1, OffsetDateTime.class).toInstant(),
            row.getObject(2, OffsetDateTime.class).toInstant());
      }
    }
  }

  private static String without(String sql, String part, String instead) {
    if (!sql.contains(part)) {
      throw new IllegalStateException("the statement has no longer: " + part);
    }
    return sql.replace(part, instead);
  }
}
