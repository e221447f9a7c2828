package dev.uketsuke.database;

import io.quarkus.hibernate.orm.panache.Panache;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import org.hibernate.HibernateException;
import org.hibernate.StatelessSession;
import org.hibernate.query.SelectionQuery;

/**
 * Reads entities on a connection that the caller holds.
 *
 * <p>Guarantee: each call is one statement on that very connection, under its time limits and in
 * its transaction if one is open. Nothing is cached, so each call sees what is committed by then. A
 * failure is the driver's own {@link SQLException}, so that {@link DatabaseFailure} can classify it
 * (P6). Rules out a request that holds two connections of the pool at once, which a read through
 * the request's own entity manager would need.
 */
public final class EntityReading {

  private EntityReading() {}

  /**
   * Returns the entity that a query selects; empty if there is none.
   *
   * @param connection stays open
   * @param hql with the placeholders {@code ?1}, {@code ?2}, … and at most one result
   * @param values in the order of the placeholders; not null
   * @throws SQLException the driver's, not wrapped
   */
  public static <T> Optional<T> one(
      Connection connection, Class<T> type, String hql, Object... values) throws SQLException {
    try (StatelessSession session =
        Panache.getSession()
            .getSessionFactory()
            .withStatelessOptions()
            .connection(connection)
            .openStatelessSession()) {
      SelectionQuery<T> query = session.createSelectionQuery(hql, type);
      for (int i = 0; i < values.length; i++) {
        query.setParameter(i + 1, values[i]);
      }
      return query.uniqueResultOptional();
    } catch (HibernateException e) {
      SQLException cause = DatabaseFailure.sqlCause(e);
      if (cause != null) {
        throw cause;
      }
      throw e;
    }
  }
}
