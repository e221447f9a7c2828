package dev.uketsuke.page;

import dev.uketsuke.support.Api;
import dev.uketsuke.support.TestDatabase;
import dev.uketsuke.support.Tokens;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;

/** A member of the staff in front of the page, and an applicant whose applications they work on. */
abstract class StaffAtTheDesk extends PersonAtThePage {

  Api applicant;

  /** Begins the client references of this test's applications. */
  String mark;

  @BeforeEach
  void staffAtThePage() {
    applicant = Api.at(service.uri(), Tokens.applicant());
    mark = "d" + UUID.randomUUID().toString().substring(0, 8);
    person = Tokens.staff();
    network.login(person);
  }

  /** Hands in applications, and returns their numbers. */
  List<String> accepted(int count) {
    return IntStream.range(0, count)
        .mapToObj(
            i ->
                applicant
                    .submit(
                        Api.newKey(),
                        "{\"origin\":\"AU\",\"destination\":\"KR\",\"parcels\":1,\"clientReference\":\"%s-%d\"}"
                            .formatted(mark, i))
                    .expect(201)
                    .applicationId())
        .toList();
  }

  void openTable(String query) {
    browser.open(network.uri() + "/#/table" + query);
    browser.await(".dense tbody tr");
  }

  static String status(String id) {
    return TestDatabase.value("SELECT status FROM shipping_application WHERE id = ?::uuid", id);
  }
}
