package dev.uketsuke.http;

import dev.uketsuke.startup.WebOrigin;
import io.smallrye.config.ConfigMapping;
import java.util.List;
import java.util.Optional;

/** Which pages of other sites may use the API from a browser (CORS). */
@ConfigMapping(prefix = "uketsuke.cors")
public interface CrossOriginSettings {

  /**
   * The origins of other sites whose pages may call the API with a bearer token, {@code
   * UKETSUKE_CORS_ORIGINS}, separated by commas, for example {@code
   * https://shop.example,http://localhost:3000}; none by default. Each is compared as it stands, so
   * there are no wildcards. A browser session of this service's own page is never accepted from
   * another site.
   */
  Optional<List<@WebOrigin String>> origins();
}
