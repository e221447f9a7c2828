package dev.uketsuke.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;
import org.openqa.selenium.By;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.support.ui.WebDriverWait;

/**
 * A real Chromium without a window; the test is skipped, with a reason, where none is installed.
 */
public final class Browser implements AutoCloseable {

  private static final Path CHROMIUM = Path.of("/usr/bin/chromium");
  private static final Path DRIVER = Path.of("/usr/bin/chromedriver");
  private static final Path SCREENSHOTS = Path.of("target/screenshots");

  /** CSS pixels. */
  private static final int PHONE = 360;

  private static final int DESKTOP = 1280;

  /** WCAG 2.2 A and AA, and what axe calls good practice. */
  private static final String AXE =
      "const done = arguments[arguments.length - 1];"
          + "axe.run(document, {resultTypes: ['violations'], runOnly:"
          + " ['wcag2a','wcag2aa','wcag21a','wcag21aa','wcag22aa','best-practice']})"
          + ".then(r => done(r.violations.map(v => v.id + ': ' + v.help + ' – '"
          + " + v.nodes.map(n => n.html + ' ' + n.failureSummary).join(' | '))))"
          + ".catch(e => done(['axe failed: ' + e]));";

  private final ChromeDriver driver;
  private String injected;

  private Browser(ChromeDriver driver) {
    this.driver = driver;
  }

  public static Browser start() throws IOException {
    Assumptions.assumeTrue(
        Files.isExecutable(CHROMIUM) && Files.isExecutable(DRIVER),
        "no Chromium: install the packages chromium and chromium-driver to run this test");
    var profile = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "chromium-");
    var options = new ChromeOptions();
    options.setBinary(CHROMIUM.toFile());
    options.addArguments(
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--disable-dev-shm-usage",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--lang=en-US",
        "--user-data-dir=" + profile);
    var service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(DRIVER.toFile())
            .usingAnyFreePort()
            .build();
    var driver = new ChromeDriver(service, options);
    driver.manage().timeouts().scriptTimeout(Duration.ofMinutes(2));
    driver.manage().timeouts().pageLoadTimeout(Duration.ofMinutes(2));
    return new Browser(driver);
  }

  public ChromeDriver driver() {
    return driver;
  }

  public void open(String uri) {
    driver.get(uri);
  }

  /** The element, once it is there and can be seen. */
  public WebElement await(String css) {
    return new WebDriverWait(driver, Duration.ofSeconds(90), Duration.ofMillis(50))
        .ignoring(StaleElementReferenceException.class)
        .withMessage(() -> css + " in " + body())
        .until(
            d ->
                d.findElements(By.cssSelector(css)).stream()
                    .filter(WebElement::isDisplayed)
                    .findFirst()
                    .orElse(null));
  }

  /** Returns once the script's value is true. */
  public void awaitTrue(String script) {
    new WebDriverWait(driver, Duration.ofSeconds(90), Duration.ofMillis(50))
        .withMessage(() -> script + " in " + body())
        .until(d -> Boolean.TRUE.equals(driver.executeScript(script)));
  }

  public void type(String css, String text) {
    var field = await(css);
    field.clear();
    field.sendKeys(text);
  }

  public String body() {
    return driver.findElement(By.tagName("body")).getText();
  }

  /** The result of a script that runs in the page. */
  public Object run(String script, Object... arguments) {
    return driver.executeScript(script, arguments);
  }

  /** The result of a script that calls its last argument with it. */
  public Object runAsync(String script, Object... arguments) {
    return driver.executeAsyncScript(script, arguments);
  }

  /** Another tab of the same browser, shown from now on; returns the handle of the one left. */
  public String newTab() {
    var left = driver.getWindowHandle();
    driver.switchTo().newWindow(org.openqa.selenium.WindowType.TAB);
    return left;
  }

  public void switchTo(String handle) {
    driver.switchTo().window(handle);
  }

  /** Closes all tabs but one. */
  public void closeTabs() {
    var handles = List.copyOf(driver.getWindowHandles());
    for (var handle : handles.subList(1, handles.size())) {
      driver.switchTo().window(handle).close();
    }
    driver.switchTo().window(handles.get(0));
  }

  /**
   * Checks the state on the page for everybody's access and keeps a picture of it, at phone and
   * desktop width, in light and dark.
   */
  public void inspect(String state) {
    for (var theme : List.of("light", "dark")) {
      driver.executeCdpCommand(
          "Emulation.setEmulatedMedia",
          Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", theme))));
      for (var width : List.of(PHONE, DESKTOP)) {
        driver.executeCdpCommand(
            "Emulation.setDeviceMetricsOverride",
            Map.of(
                "width", width, "height", 844, "deviceScaleFactor", 1, "mobile", width == PHONE));
        picture(state + "-" + (width == PHONE ? "phone" : "desktop") + "-" + theme);
        Assertions.assertEquals(
            List.of(), axe(), "axe on " + state + ", " + width + " wide, " + theme);
        Assertions.assertEquals(
            Boolean.FALSE,
            // Not innerWidth: a phone zooms out until everything fits.
            run("return document.documentElement.scrollWidth > arguments[0]", width),
            state + " scrolls sideways at " + width);
      }
    }
    driver.executeCdpCommand("Emulation.clearDeviceMetricsOverride", Map.of());
    driver.executeCdpCommand("Emulation.setEmulatedMedia", Map.of("features", List.of()));
  }

  /** Runs a script in every page before the page's own scripts; {@code null} ends that. */
  public void beforeEachPage(String script) {
    if (injected != null) {
      driver.executeCdpCommand(
          "Page.removeScriptToEvaluateOnNewDocument", Map.of("identifier", injected));
      injected = null;
    }
    if (script != null) {
      injected =
          (String)
              driver
                  .executeCdpCommand(
                      "Page.addScriptToEvaluateOnNewDocument", Map.of("source", script))
                  .get("identifier");
    }
  }

  /** Shows the page as it is at this width, in CSS pixels; zero is the window's own. */
  public void width(int pixels) {
    if (pixels == 0) {
      driver.executeCdpCommand("Emulation.clearDeviceMetricsOverride", Map.of());
    } else {
      driver.executeCdpCommand(
          "Emulation.setDeviceMetricsOverride",
          Map.of("width", pixels, "height", 844, "deviceScaleFactor", 1, "mobile", pixels < 600));
    }
  }

  /** Shows the page as it is printed, or on a screen again. */
  public void print(boolean on) {
    driver.executeCdpCommand("Emulation.setEmulatedMedia", Map.of("media", on ? "print" : ""));
  }

  private List<?> axe() {
    if (Boolean.FALSE.equals(run("return typeof axe === 'object'"))) {
      run(axeSource());
    }
    return (List<?>) runAsync(AXE);
  }

  private void picture(String name) {
    var shot =
        driver.executeCdpCommand(
            "Page.captureScreenshot", Map.of("captureBeyondViewport", true, "format", "png"));
    try {
      Files.createDirectories(SCREENSHOTS);
      Files.write(
          SCREENSHOTS.resolve(name + ".png"),
          Base64.getDecoder().decode((String) shot.get("data")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String axeSource() {
    try (var in = Browser.class.getResourceAsStream("/axe.min.js")) {
      // Its own wrapper would keep the name to itself inside the driver's function.
      return new String(in.readAllBytes(), StandardCharsets.UTF_8) + "; window.axe = axe;";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    driver.quit();
  }
}
