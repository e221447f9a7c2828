package dev.uketsuke.accounts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.quarkus.security.Authenticated;
import jakarta.annotation.security.DenyAll;
import jakarta.annotation.security.PermitAll;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Path;
import java.lang.annotation.Annotation;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.eclipse.microprofile.rest.client.inject.RegisterRestClient;
import org.junit.jupiter.api.Test;

/**
 * Every endpoint says itself who may call it, so no spelling of its address gets round the answer.
 */
class PolicyTest {
  private static final Set<Class<? extends Annotation>> POLICIES =
      Set.of(Authenticated.class, RolesAllowed.class, DenyAll.class, PermitAll.class);

  /** Open on purpose: the explanations, and what is signed instead of logged in. */
  private static final Set<String> OPEN = Set.of("/problems", "/login", "/v1/payment-callbacks");

  @Test
  void everyEndpointStatesItsPolicy() {
    List<String> endpoints = new ArrayList<>();
    List<String> silent = new ArrayList<>();
    List<String> open = new ArrayList<>();
    for (JavaClass type :
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.uketsuke")) {
      if (type.isAnnotatedWith(RegisterRestClient.class)) {
        continue; // what we call, not what we serve
      }
      for (JavaMethod method : type.getMethods()) {
        if (method.getAnnotations().stream()
            .noneMatch(a -> a.getRawType().isMetaAnnotatedWith(HttpMethod.class))) {
          continue;
        }
        endpoints.add(method.getFullName());
        if (POLICIES.stream()
            .noneMatch(policy -> method.isAnnotatedWith(policy) || type.isAnnotatedWith(policy))) {
          silent.add(method.getFullName());
        }
        boolean closed =
            POLICIES.stream()
                .anyMatch(policy -> policy != PermitAll.class && method.isAnnotatedWith(policy));
        if (!closed
            && (method.isAnnotatedWith(PermitAll.class) || type.isAnnotatedWith(PermitAll.class))) {
          String path =
              type.isAnnotatedWith(Path.class) ? type.getAnnotationOfType(Path.class).value() : "";
          if (!OPEN.contains(path)) {
            open.add(method.getFullName());
          }
        }
      }
    }
    assertFalse(endpoints.isEmpty());
    assertEquals(List.of(), silent, "endpoints without a policy");
    assertEquals(List.of(), open, "endpoints open to all that are not meant to be");
  }
}
