package dev.uketsuke.startup;

/**
 * Something that has to stand before the service starts in dev mode, such as a database.
 *
 * <p>Found by {@link java.util.ServiceLoader}, so that the service does not know what it finds and
 * runs without it: the production artefact has no implementation of this.
 */
public interface BeforeStart {
  /**
   * Called before each start, also before each live reload; must be quick when all is there
   * already. An exception stops the start.
   */
  void prepare();
}
