package dev.uketsuke.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.support.Api;
import dev.uketsuke.support.Caller;
import dev.uketsuke.support.RawHttp;
import dev.uketsuke.support.RealParts;
import dev.uketsuke.support.Tokens;
import io.quarkus.test.junit.QuarkusTest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Nobody decides by what is sent how many series the meter has. */
@QuarkusTest
@RealParts
class MeasuredAddressTest {

  @Test
  void thousandOddRequestsAddAHandfulOfSeries() throws Exception {
    var api =
        Api.as(new Caller(Tokens.ISSUER, "odd-" + UUID.randomUUID(), Set.of("staff", "service")));
    var before = series(api);

    for (int i = 0; i < 100; i++) {
      var odd = "invented-" + i;
      api.send(api.withoutToken("/" + odd).GET());
      api.send(api.withoutToken("/v1/" + odd).GET());
      api.get("/v1/" + odd);
      api.get("/v1/applications/" + odd);
      api.get("/v1/applications?" + odd + "=1");
      api.post("/v1/jobs/" + odd);
      api.send(api.request("/v1/account").method("ODD" + i, BodyPublishers.noBody()));
      api.send(api.withoutToken("/problems/" + odd).GET());
      api.send(api.withoutToken("/q/" + odd).GET());
      RawHttp.exchange(Api.uri(), "GET /%zz" + odd + " HTTP/1.1\r\nHost: a\r\n\r\n").expect(400);
    }
    api.submit(Api.newKey(), Api.SMALLEST).expect(201);

    var added = new TreeSet<>(series(api));
    added.removeAll(before);
    assertTrue(added.size() <= 15, added::toString);
    assertTrue(
        series(api).stream()
            .anyMatch(s -> s.contains("\"/v1/applications\"") && s.contains("status=\"201\"")));
    assertEquals(0, added.stream().filter(s -> s.contains("nvented") || s.contains("ODD")).count());
  }

  private static Set<String> series(Api api) {
    return api.get("/q/metrics")
        .text()
        .lines()
        .filter(line -> line.startsWith("http_server_requests_seconds_count"))
        .map(line -> line.substring(0, line.lastIndexOf(' ')))
        .collect(Collectors.toSet());
  }
}
