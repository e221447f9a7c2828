package dev.uketsuke.database;

import io.quarkus.hibernate.orm.panache.Panache;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.hibernate.HibernateException;
import org.hibernate.StatelessSession;
import org.hibernate.query.NativeQuery;
import org.hibernate.query.SelectionQuery;

/**
 * Reads entities, or rows as arrays, through Hibernate on a connection that the caller holds.
 *
 * <p>Guarantee: each call runs one statement on that connection, under its time limits and in its
 * transaction if one is open. Nothing is cached, so each call sees what has been committed. A
 * failure is the driver's own {@link SQLException}, so that {@link DatabaseFailure} can classify it
 * (P6). The request's own entity manager is not used, because it would take a second connection of
 * the pool.
 */
public final class EntityReading {

  private EntityReading() {}

  /**
   * Returns the entity that a query selects; empty if there is none.
   *
   * @param connection stays open
   * @param hql a query with the placeholders {@code ?1}, {@code ?2}, … and at most one result
   * @param values in the order of the placeholders; not null
   * @throws SQLException the driver's exception, not wrapped
   */
  public static <T> Optional<T> one(
      Connection connection, Class<T> type, String hql, Object... values) throws SQLException {
    return read(
        connection,
        session -> {
          SelectionQuery<T> query = session.createSelectionQuery(hql, type);
          for (int i = 0; i < values.length; i++) {
            query.setParameter(i + 1, values[i]);
          }
          return query.uniqueResultOptional();
        });
  }

  /**
   * Returns the entities that native SQL selects, in its order.
   *
   * @param connection stays open
   * @param sql selects {@code {a.*}} from a table or subquery that has the entity's columns and the
   *     alias {@code a}; its placeholders have the form {@code :name}
   * @param values by the names of the placeholders; not null
   * @throws SQLException the driver's exception, not wrapped
   */
  public static <T> List<T> list(
      Connection connection, Class<T> type, String sql, Map<String, Object> values)
      throws SQLException {
    return read(
        connection,
        session -> {
          NativeQuery<T> query =
              type.isArray()
                  ? session.createNativeQuery(sql, type)
                  : session.createNativeQuery(sql, type, "a");
          values.forEach(query::setParameter);
          return query.getResultList();
        });
  }

  private static <R> R read(Connection connection, Function<StatelessSession, R> work)
      throws SQLException {
    try (StatelessSession session =
        Panache.getSession()
            .getSessionFactory()
            .withStatelessOptions()
            .connection(connection)
            .openStatelessSession()) {
      return work.apply(session);
    } catch (HibernateException e) {
      SQLException cause = DatabaseFailure.sqlCause(e);
      if (cause != null) {
        throw cause;
      }
      throw e;
    }
  }
}
