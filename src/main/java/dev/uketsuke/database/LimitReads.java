package dev.uketsuke.database;

import io.quarkus.hibernate.orm.panache.Panache;
import jakarta.annotation.Priority;
import jakarta.inject.Provider;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import jakarta.transaction.UserTransaction;
import org.jboss.logging.Logger;

/**
 * Runs a {@link TimeLimited} read in a transaction that sets its limits, where a session cannot
 * keep them; elsewhere the read runs as it is, without the round trips of a transaction.
 *
 * <p>Rules out a list that waits behind a locked table for as long as the server is silent, because
 * the pooler gave it a session that nobody has limited.
 */
@TimeLimited
@Interceptor
@Priority(Interceptor.Priority.LIBRARY_BEFORE)
class LimitReads {

  private static final Logger LOG = Logger.getLogger(LimitReads.class);

  private final Provider<TransactionLimits> limits;
  private final UserTransaction transaction;

  /**
   * Makes one while the application is built, because static methods are intercepted as well.
   *
   * @param limits depend on the configuration, which can only be read later
   */
  LimitReads(Provider<TransactionLimits> limits, UserTransaction transaction) {
    this.limits = limits;
    this.transaction = transaction;
  }

  @AroundInvoke
  Object read(InvocationContext context) throws Exception {
    if (!limits.get().areNeeded() || transaction.getStatus() != Status.STATUS_NO_TRANSACTION) {
      return context.proceed();
    }
    transaction.begin();
    try {
      Panache.getSession().doWork(limits.get()::begin);
      return context.proceed();
    } finally {
      end();
    }
  }

  /** Nothing was written, so a failure here must hide neither the result nor another failure. */
  private void end() {
    try {
      transaction.rollback();
    } catch (SystemException | RuntimeException broken) {
      LOG.debugf("The transaction of a read ended with its connection: %s", broken.getMessage());
    }
  }
}
