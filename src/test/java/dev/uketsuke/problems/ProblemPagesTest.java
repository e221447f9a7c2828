package dev.uketsuke.problems;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.notNullValue;

import dev.uketsuke.support.RealParts;
import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The address that is a problem's type explains it, to a person and to a program. */
@QuarkusTest
@RealParts
class ProblemPagesTest {

  @ParameterizedTest
  @EnumSource(ProblemType.class)
  void everyTypeIsExplained(ProblemType type) {
    String path = "/problems/" + type.slug();
    given()
        .accept("application/json")
        .get(path)
        .then()
        .statusCode(200)
        .contentType("application/json")
        .body("type", equalTo(path))
        .body("status", equalTo(type.status()))
        .body("explanation", notNullValue())
        .body("advice", notNullValue())
        .body("resend", equalTo(type.resend().slug()))
        .body("example.type", equalTo(path));
    given()
        .accept("text/html,application/xhtml+xml,*/*;q=0.8")
        .get(path)
        .then()
        .statusCode(200)
        .contentType("text/html;charset=utf-8")
        .header("Content-Security-Policy", containsString("default-src 'none'"))
        .header("Content-Security-Policy", not(containsString("unsafe")))
        .body(containsString("<h1>"))
        .body(not(containsString("style=")));
  }

  @Test
  void indexListsAll() {
    given()
        .accept("application/json")
        .get("/problems")
        .then()
        .statusCode(200)
        .body("problems", hasSize(ProblemType.values().length));
    given()
        .accept("text/html")
        .get("/problems")
        .then()
        .statusCode(200)
        .body(containsString("idempotency-key-conflict"));
    given().get("/problems").then().statusCode(200).contentType("application/json");
    given().get("/problems.css").then().statusCode(200).contentType(containsString("text/css"));
  }
}
