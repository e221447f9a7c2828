package dev.uketsuke.startup;

/**
 * A part that has to run before the service starts in dev mode, such as an embedded database.
 *
 * <p>{@link java.util.ServiceLoader} finds the implementations. The production artefact contains
 * none, and the service does not depend on them.
 */
public interface BeforeStart {
  /**
   * Starts the part if it does not run yet. This method is called before each start and each live
   * reload, so it must return quickly when the part runs already. An exception stops the start.
   */
  void prepare();
}
