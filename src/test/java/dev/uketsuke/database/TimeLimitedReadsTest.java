package dev.uketsuke.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.quarkus.hibernate.orm.panache.Panache;
import io.quarkus.hibernate.orm.panache.PanacheEntityBase;
import jakarta.persistence.EntityManager;
import java.util.List;
import org.junit.jupiter.api.Test;

/** No read through an entity manager escapes the time limits behind a pooler. */
class TimeLimitedReadsTest {

  @Test
  void everyMethodThatReadsThroughAnEntityManagerIsMarked() {
    var reads =
        new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages("dev.uketsuke")
                .stream()
                .filter(type -> !type.getPackageName().equals("dev.uketsuke.database"))
                .flatMap(type -> type.getMethodCallsFromSelf().stream())
                .filter(TimeLimitedReadsTest::isRead)
                .toList();

    assertFalse(reads.isEmpty(), "the rule finds nothing at all");
    assertEquals(
        List.of(),
        reads.stream()
            .filter(read -> !read.getOrigin().isAnnotatedWith(TimeLimited.class))
            .map(JavaMethodCall::getDescription)
            .toList());
  }

  /** The entities inherit the static methods of Panache, so a call names the entity. */
  private static boolean isRead(JavaMethodCall call) {
    var owner = call.getTargetOwner();
    if (owner.isEquivalentTo(Panache.class) || owner.isAssignableTo(EntityManager.class)) {
      return true;
    }
    return owner.isAssignableTo(PanacheEntityBase.class)
        && List.of(PanacheEntityBase.class.getMethods()).stream()
            .anyMatch(
                method ->
                    method.getName().equals(call.getName())
                        && method.getDeclaringClass() == PanacheEntityBase.class);
  }
}
