package dev.uketsuke.accounts;

import dev.uketsuke.http.ApiAddress;
import dev.uketsuke.problems.AllowedMethods;
import dev.uketsuke.problems.NotFoundProblem;
import dev.uketsuke.problems.Problem;
import dev.uketsuke.problems.ProblemType;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.oidc.OIDCException;
import io.quarkus.security.AuthenticationCompletionException;
import io.quarkus.security.AuthenticationFailedException;
import io.quarkus.security.AuthenticationRedirectException;
import io.quarkus.security.ForbiddenException;
import io.quarkus.security.UnauthorizedException;
import io.quarkus.security.identity.SecurityIdentity;
import io.quarkus.vertx.http.runtime.security.ChallengeData;
import io.quarkus.vertx.http.runtime.security.HttpAuthenticator;
import io.quarkus.vertx.http.runtime.security.QuarkusHttpUser;
import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.NotAcceptableException;
import jakarta.ws.rs.NotAllowedException;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.NotSupportedException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.time.Duration;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.Logger;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/**
 * Answers requests without a valid credential.
 *
 * <p>A program always gets a problem; only a browser that opens a page is redirected to the log-in.
 * If the identity provider cannot be reached the answer is 503, because a valid token must not be
 * called invalid.
 */
class AuthenticationProblems {
  private static final Logger LOG = Logger.getLogger(AuthenticationProblems.class);

  private final boolean basic;
  private final Counter outages;

  AuthenticationProblems(
      @ConfigProperty(name = "quarkus.http.auth.basic", defaultValue = "false") boolean basic,
      MeterRegistry metrics) {
    this.basic = basic;
    this.outages =
        Counter.builder("uketsuke.identity.provider.failures")
            .description("Requests that failed because the identity provider gave no usable answer")
            .register(metrics);
  }

  @ServerExceptionMapper(UnauthorizedException.class)
  Uni<Response> absent(RoutingContext context) {
    return challenge(context);
  }

  @ServerExceptionMapper
  Uni<Response> invalid(AuthenticationFailedException refusal, RoutingContext context) {
    if (!ProviderOutage.caused(refusal)) {
      return challenge(context);
    }
    return Uni.createFrom()
        .item(PageNavigation.is(context.request()) ? away(refusal, context) : unavailable(refusal));
  }

  /**
   * Answers a failed log-in, for example one whose code was used already or whose cookie is lost.
   */
  @ServerExceptionMapper
  Response incomplete(AuthenticationCompletionException refusal, RoutingContext context) {
    if (PageNavigation.is(context.request())) {
      if (ProviderOutage.isUnreachable(refusal)) {
        return away(refusal, context);
      }
      LOG.infof(
          "A log-in failed and the person was sent back to the page: %s", refusal.getMessage());
      return BrokenLogIn.backToPage(context.request());
    }
    return ProviderOutage.caused(refusal) ? unavailable(refusal) : required();
  }

  @ServerExceptionMapper
  Response redirected(AuthenticationRedirectException redirect, RoutingContext context) {
    if (!PageNavigation.is(context.request())) {
      return required();
    }
    return Response.status(redirect.getCode())
        .header(HttpHeaders.LOCATION, redirect.getRedirectUri())
        .header(HttpHeaders.CACHE_CONTROL, "no-store")
        .build();
  }

  @ServerExceptionMapper(ForbiddenException.class)
  Response forbidden() {
    return Problem.of(ProblemType.FORBIDDEN).toResponse();
  }

  @ServerExceptionMapper(CrossSiteException.class)
  Response crossSite() {
    return Problem.of(ProblemType.CROSS_SITE_REQUEST).toResponse();
  }

  @ServerExceptionMapper
  Response providerFailed(OIDCException failure, RoutingContext context) {
    return PageNavigation.is(context.request()) ? away(failure, context) : unavailable(failure);
  }

  /** Answers a person with a page that says that the identity provider cannot be reached. */
  private Response away(Throwable failure, RoutingContext context) {
    outages.increment();
    LOG.error("A log-in failed because the identity provider cannot be reached", failure);
    return ProviderAwayPage.in(context.request().getHeader(HttpHeaders.ACCEPT_LANGUAGE));
  }

  /**
   * Answers 406 to an authenticated caller, and 401 to others. The framework chooses an endpoint
   * before it authenticates, but a client without a credential must get 401 from every endpoint.
   */
  @ServerExceptionMapper(NotAcceptableException.class)
  Uni<Response> notAcceptable(RoutingContext context) {
    return toKnownCaller(context, Problem.of(ProblemType.NOT_ACCEPTABLE));
  }

  @ServerExceptionMapper(NotSupportedException.class)
  Uni<Response> notSupported(RoutingContext context) {
    return toKnownCaller(context, Problem.of(ProblemType.UNSUPPORTED_MEDIA_TYPE));
  }

  @ServerExceptionMapper(NotAllowedException.class)
  Uni<Response> notAllowed(RoutingContext context) {
    return toKnownCaller(context, AllowedMethods.problem());
  }

  @ServerExceptionMapper
  Uni<Response> notFound(NotFoundException refusal, RoutingContext context) {
    return toKnownCaller(context, NotFoundProblem.of(refusal));
  }

  private Uni<Response> toKnownCaller(RoutingContext context, Problem problem) {
    Response refusal = problem.toResponse();
    Uni<SecurityIdentity> caller = QuarkusHttpUser.getSecurityIdentity(context, null);
    if (caller == null || !ApiAddress.is(context.request().path())) {
      return Uni.createFrom().item(refusal);
    }
    return caller
        .map(identity -> identity.isAnonymous() ? required() : refusal)
        .onFailure(CrossSiteException.class)
        .recoverWithItem(this::crossSite)
        .onFailure(ProviderOutage::caused)
        .recoverWithItem(this::unavailable)
        .onFailure()
        .recoverWithItem(this::required);
  }

  private Uni<Response> challenge(RoutingContext context) {
    HttpAuthenticator authenticator = context.get(HttpAuthenticator.class.getName());
    if (authenticator == null || !PageNavigation.is(context.request())) {
      return Uni.createFrom().item(required());
    }
    return authenticator
        .getChallenge(context)
        .map(this::asPage)
        // Where to send the person is not known before the provider has been reached once.
        .onFailure(ProviderOutage::caused)
        .recoverWithItem(failure -> away(failure, context));
  }

  private Response asPage(ChallengeData challenge) {
    if (challenge == null || challenge.status < 300 || challenge.status >= 400) {
      return required();
    }
    Response.ResponseBuilder response = Response.status(challenge.status);
    challenge.getHeaders().forEach((name, value) -> response.header(name.toString(), value));
    return response.build();
  }

  private Response required() {
    Response.ResponseBuilder response =
        Response.fromResponse(Problem.of(ProblemType.AUTHENTICATION_REQUIRED).toResponse())
            .header(HttpHeaders.WWW_AUTHENTICATE, "Bearer");
    if (basic) {
      response.header(HttpHeaders.WWW_AUTHENTICATE, "Basic realm=\"uketsuke\"");
    }
    return response.build();
  }

  private Response unavailable(Throwable cause) {
    outages.increment();
    LOG.error("The identity provider cannot be reached", cause);
    return Problem.of(ProblemType.TEMPORARILY_UNAVAILABLE)
        .retryAfter(Duration.ofSeconds(5))
        .toResponse();
  }
}
