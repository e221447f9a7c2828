package dev.uketsuke.http.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.Test;

/** The memory of bodies comes back, whenever the connection ends. */
class ConnectionStateTest {

  @Test
  void endOfTheConnectionGivesBackItsMemory() {
    var share = new MemoryShare(100);
    var channel = new EmbeddedChannel();
    var state = new ConnectionState(channel);
    channel.pipeline().addLast(state);

    assertTrue(state.take(share, 60));
    channel.close();

    assertEquals(0, share.taken());
  }

  /** A chunk that was put off while the credential was checked may come after the end. */
  @Test
  void connectionThatHasEndedTakesNoMemory() {
    var share = new MemoryShare(100);
    var channel = new EmbeddedChannel();
    var state = new ConnectionState(channel);
    channel.pipeline().addLast(state);

    channel.close();

    assertFalse(state.take(share, 60));
    assertEquals(0, share.taken());
  }
}
