package dev.uketsuke.client;

import java.io.IOException;
import java.util.Optional;

/**
 * Where operations are kept, by the caller's own name for each, an order number for instance.
 *
 * <p>A store belongs to one account, because a key does. Each method has to have stored durably
 * before it returns; when it throws, nothing is sent. {@link FileKeyStore} is one; a table with the
 * name as its primary key is another.
 */
public interface KeyStore {

  /** Returns the operation of this name; empty if there is none. */
  Optional<Operation> load(String name) throws IOException;

  /**
   * Stores the operation unless one has this name already, as one step, and returns what is stored
   * now: of several callers at the same time all get the first one's key.
   */
  Operation create(String name, Operation operation) throws IOException;

  /** Stores other bytes under the key that is there. */
  void replace(String name, Operation operation) throws IOException;

  /** Forgets the operation; does nothing if there is none. */
  void remove(String name) throws IOException;
}
