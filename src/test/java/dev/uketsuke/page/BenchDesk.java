package dev.uketsuke.page;

import dev.uketsuke.support.Api;
import dev.uketsuke.support.Browser;
import dev.uketsuke.support.Caller;
import dev.uketsuke.support.Moves;
import dev.uketsuke.support.PackagedService;
import dev.uketsuke.support.PaymentProvider;
import dev.uketsuke.support.TestDatabase;
import dev.uketsuke.support.Tokens;
import dev.uketsuke.support.Warehouse;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Started by {@code bench/desk}: prints how long staff wait for the first row of the table, for
 * each filter and sort order, over ten thousand applications that were handed in through the API.
 * Wants an otherwise idle machine and Debian's Chromium.
 */
final class BenchDesk {

  private static final int APPLICATIONS = Integer.getInteger("applications", 10_000);
  private static final int ACCOUNTS = 200;
  private static final int CLIENTS = 8;
  private static final int ROUNDS = Integer.getInteger("rounds", 7);
  private static final int TARGET_MILLIS = 300;

  private static final List<String> COUNTRIES = List.of("AU", "KR", "JP", "US", "DE", "GB", "BR");

  /** How far one in so many applications is carried; the rest stays accepted. */
  private static final Map<Integer, String> MOVED = new LinkedHashMap<>();

  static {
    MOVED.put(40, "DELIVERED");
    MOVED.put(25, "SHIPPED");
    MOVED.put(20, "PAID");
    MOVED.put(15, "CANCELLED");
    MOVED.put(8, "FEE_CONFIRMED");
    MOVED.put(4, "WAREHOUSE_CHECKED");
  }

  /** Time from the start of the navigation until the first row is in the page. */
  private static final String OBSERVE =
      "new MutationObserver(() => { if (!window.firstRow && document.querySelector('.dense tbody tr'))"
          + " requestAnimationFrame(() => window.firstRow ??= performance.now()); })"
          + ".observe(document, {childList: true, subtree: true})";

  /** What was asked for before the first row, and how much of it came over the network. */
  private static final String LOADED =
      "const all = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]"
          + ".filter(e => e.startTime < window.firstRow);"
          + "return all.length + ' requests, ' + all.reduce((sum, e) => sum + e.transferSize, 0) + ' bytes over the network, '"
          + " + all.reduce((sum, e) => sum + e.encodedBodySize, 0) + ' bytes in all'";

  /** When each request began, was answered and ended, in milliseconds since the navigation. */
  private static final String TIMINGS =
      "return [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]"
          + ".map(e => [e.startTime, e.responseStart, e.responseEnd].map(n => Math.round(n)).join('\\t')"
          + " + '\\t' + e.transferSize + '\\t' + e.name).join('\\n')"
          + " + '\\n' + performance.getEntriesByType('paint').map(e => e.name + ' ' + e.startTime).join(', ') + '\\nfirst row ' + window.firstRow";

  /** Time from the change of the address, as a click on "Search" makes it. */
  private static final String SEARCH =
      "const done = arguments[1], began = performance.now(); let gone = false;"
          + "const row = () => document.querySelector('.dense tbody tr, #no-rows');"
          + "const seen = new MutationObserver(() => { if (!row()) gone = true;"
          + " else if (gone) { seen.disconnect(); requestAnimationFrame(() => done(performance.now() - began)); } });"
          + "seen.observe(document, {childList: true, subtree: true});"
          + "location.hash = arguments[0]";

  private final Api staff;
  private final Api warehouse;
  private final PackagedService service;

  private BenchDesk(PackagedService service) {
    this.service = service;
    this.staff = Api.at(service.uri(), Tokens.staff());
    this.warehouse = Api.at(service.uri(), Tokens.service());
  }

  public static void main(String[] arguments) throws Exception {
    TestDatabase.create();
    try (var service = PackagedService.start();
        var browser = Browser.start()) {
      var bench = new BenchDesk(service);
      bench.fill();
      bench.measure(browser);
    }
    System.exit(0);
  }

  private void fill() throws Exception {
    System.err.println("handing in " + APPLICATIONS + " applications");
    ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
    List<Future<?>> work = new ArrayList<>();
    for (int i = 0; i < APPLICATIONS; i++) {
      int n = i;
      work.add(
          clients.submit(
              (Callable<Void>)
                  () -> {
                    carry(n);
                    return null;
                  }));
    }
    for (var each : work) {
      each.get();
    }
    clients.shutdown();
    TestDatabase.update("ANALYZE shipping_application");
  }

  private void carry(int n) throws Exception {
    var owner = Api.at(service.uri(), account(n % ACCOUNTS));
    var body =
        "{\"origin\":\"%s\",\"destination\":\"%s\",\"parcels\":%d,\"clientReference\":\"order-%05d\"}"
            .formatted(
                COUNTRIES.get(n % COUNTRIES.size()),
                COUNTRIES.get((n / COUNTRIES.size() + 1) % COUNTRIES.size()),
                1 + n % 9,
                n);
    var id = owner.submit(Api.newKey(), body).expect(201).applicationId();
    var moves = new Moves(owner, staff, id);
    var target =
        MOVED.entrySet().stream()
            .filter(each -> n % each.getKey() == 0)
            .map(Map.Entry::getValue)
            .findFirst()
            .orElse("ACCEPTED");
    switch (target) {
      case "ACCEPTED" -> {}
      case "CANCELLED" -> moves.cancel(owner).expect(200);
      case "WAREHOUSE_CHECKED" -> moves.to(target).expect(200);
      case "FEE_CONFIRMED" -> moves.feeConfirmed();
      default -> ship(n, moves.feeConfirmed(), target);
    }
  }

  private void ship(int n, Moves moves, String target) {
    PaymentProvider.to(service.uri())
        .send(
            PaymentProvider.event(PaymentProvider.newTransaction(), moves.applicationId(), "PAID"))
        .expect(204);
    if (target.equals("PAID")) {
      return;
    }
    var shipped =
        Warehouse.event("shipped", Warehouse.newId(), Warehouse.withWaybill(moves, "WB-" + n));
    warehouse
        .send(
            warehouse
                .request("/v1/events")
                .header("Content-Type", "application/cloudevents+json")
                .POST(BodyPublishers.ofString(shipped)))
        .expect(204);
    if (target.equals("DELIVERED")) {
      moves.to("DELIVERED").expect(200);
    }
  }

  private static Caller account(int n) {
    return new Caller(Tokens.ISSUER, "bench-" + n, Set.of());
  }

  private void measure(Browser browser) {
    browser.driver().executeCdpCommand("Network.enable", Map.of());
    browser
        .driver()
        .executeCdpCommand(
            "Network.setExtraHTTPHeaders",
            Map.of("headers", Map.of("Authorization", "Bearer " + Tokens.staff().token())));
    browser.width(1280);
    browser.beforeEachPage(OBSERVE);
    var table = service.uri() + "/#/table";
    open(browser, table); // the service and the browser warm up
    open(browser, table);
    System.out.printf(
        Locale.ROOT,
        "%-58s %8s %8s   first row, ms (target < %d)%n",
        "over " + APPLICATIONS + " applications, " + ROUNDS + " times each",
        "median",
        "worst",
        TARGET_MILLIS);
    List<Double> opened = new ArrayList<>();
    for (int i = 0; i < ROUNDS; i++) {
      opened.add(open(browser, table));
    }
    boolean met = print("the whole page, opened anew", opened);
    System.out.println("  " + browser.run(LOADED));
    if (Boolean.getBoolean("timings")) {
      System.out.println(browser.run(TIMINGS));
    }
    for (var query : queries().entrySet()) {
      List<Double> taken = new ArrayList<>();
      for (int i = 0; i <= ROUNDS; i++) {
        search(browser, "#/table?clientReference=nothing-" + i); // another place in between
        double millis = search(browser, "#/table" + query.getValue());
        if (i > 0) {
          taken.add(millis);
        }
      }
      met &= print(query.getKey(), taken);
    }
    System.out.println(met ? "reached" : "MISSED");
  }

  private static double open(Browser browser, String uri) {
    browser.open("about:blank");
    browser.open(uri);
    browser.awaitTrue("return Boolean(window.firstRow)");
    return ((Number) browser.run("return window.firstRow")).doubleValue();
  }

  private static double search(Browser browser, String hash) {
    return ((Number) browser.runAsync(SEARCH, hash)).doubleValue();
  }

  private static boolean print(String what, List<Double> millis) {
    Collections.sort(millis);
    double median = millis.get(millis.size() / 2);
    System.out.printf(
        Locale.ROOT,
        "%-58s %8.0f %8.0f   %s%n",
        what,
        median,
        millis.get(millis.size() - 1),
        median < TARGET_MILLIS ? "reached" : "MISSED");
    return median < TARGET_MILLIS;
  }

  /** The filters and orders that the table offers, by what they are called in the output. */
  private Map<String, String> queries() {
    var account = Tokens.ISSUER + "|" + account(7).subject();
    Map<String, String> queries = new LinkedHashMap<>();
    queries.put("no filter, newest first", "");
    queries.put("no filter, oldest first", "?sort=oldest");
    queries.put("no filter, 100 rows", "?limit=100");
    for (var status :
        List.of(
            "ACCEPTED",
            "WAREHOUSE_CHECKED",
            "FEE_CONFIRMED",
            "PAID",
            "SHIPPED",
            "DELIVERED",
            "CANCELLED",
            "REFUNDED")) {
      queries.put("status " + status, "?status=" + status);
      queries.put("status " + status + ", oldest first", "?sort=oldest&status=" + status);
    }
    queries.put("two statuses", "?status=PAID,SHIPPED");
    queries.put("client's number, exact", "?clientReference=order-04711");
    queries.put("client's number, beginning", "?clientReference=order-04*");
    queries.put("client's number, beginning, and status", "?status=PAID&clientReference=order-0*");
    queries.put("waybill number", "?waybillNumber=WB-50");
    queries.put("sent from", "?origin=JP");
    queries.put("sent to", "?destination=KR");
    queries.put("sent from and to, oldest first", "?origin=JP&destination=KR&sort=oldest");
    queries.put("accepted from", "?acceptedFrom=2020-01-01T00:00:00Z");
    queries.put("accepted before", "?acceptedBefore=2099-01-01T00:00:00Z");
    queries.put("account", "?accountId=" + account.replace("|", "%7C"));
    queries.put("account and status", "?status=ACCEPTED&accountId=" + account.replace("|", "%7C"));
    return queries;
  }
}
