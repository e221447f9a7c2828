package dev.uketsuke.accounts;

import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.Locale;

/**
 * Makes the page that tells a person who wants to log in that the identity provider cannot be
 * reached.
 *
 * <p>Guarantee: the person gets a page in one of the languages of the web page, and not a problem
 * document. The status is 503 with {@code Retry-After}, because the failure is temporary.
 */
final class ProviderAwayPage {
  private static final int RETRY_AFTER_SECONDS = 5;

  private enum Text {
    ENGLISH(
        "en",
        "Signing in is not possible at the moment",
        "The identity provider, which checks who you are, does not answer. The applications that you"
            + " have submitted are safe, and those that are not sent yet stay in this browser.",
        "Try again"),
    JAPANESE(
        "ja",
        "現在ログインできません",
        "本人確認を行う認証サーバーが応答していません。お送りいただいた申込みは失われません。まだ送っていない申込みはこのブラウザーに残っています。",
        "もう一度試す"),
    KOREAN(
        "ko",
        "지금은 로그인할 수 없습니다",
        "본인 확인을 하는 인증 서버가 응답하지 않습니다. 이미 보낸 신청은 안전하며, 아직 보내지 않은 신청은 이 브라우저에 남아 있습니다.",
        "다시 시도");

    private final String language;
    private final String title;
    private final String explanation;
    private final String retry;

    Text(String language, String title, String explanation, String retry) {
      this.language = language;
      this.title = title;
      this.explanation = explanation;
      this.retry = retry;
    }
  }

  private ProviderAwayPage() {}

  /**
   * Returns the page.
   *
   * @param acceptLanguage as the browser sent it, RFC 9110 §12.5.4; may be null
   */
  static Response in(String acceptLanguage) {
    Text text = choose(acceptLanguage);
    return Response.status(Response.Status.SERVICE_UNAVAILABLE)
        .header(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS)
        .header(HttpHeaders.CACHE_CONTROL, "no-store")
        .header(HttpHeaders.VARY, HttpHeaders.ACCEPT_LANGUAGE)
        .header(HttpHeaders.CONTENT_LANGUAGE, text.language)
        .type(MediaType.TEXT_HTML_TYPE.withCharset("utf-8"))
        .entity(document(text))
        .build();
  }

  private static Text choose(String acceptLanguage) {
    if (acceptLanguage != null) {
      try {
        for (Locale.LanguageRange range : Locale.LanguageRange.parse(acceptLanguage)) {
          for (Text text : Text.values()) {
            if (range.getRange().equals(text.language)
                || range.getRange().startsWith(text.language + "-")) {
              return text;
            }
          }
        }
      } catch (IllegalArgumentException malformed) {
        return Text.ENGLISH;
      }
    }
    return Text.ENGLISH;
  }

  private static String document(Text text) {
    return String.join(
        "\n",
        List.of(
            "<!DOCTYPE html>",
            "<html lang=\"" + text.language + "\">",
            "<head>",
            "<meta charset=\"utf-8\">",
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">",
            "<title>" + text.title + " · Uketsuke</title>",
            "<link rel=\"stylesheet\" href=\"/problems.css\">",
            "</head>",
            "<body>",
            "<main>",
            "<h1>" + text.title + "</h1>",
            "<p>" + text.explanation + "</p>",
            "<p><a href=\"/login\">" + text.retry + "</a></p>",
            "</main>",
            "</body>",
            "</html>",
            ""));
  }
}
