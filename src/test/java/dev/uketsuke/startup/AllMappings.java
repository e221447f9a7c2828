package dev.uketsuke.startup;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.ConfigMappings.ConfigClass;
import java.util.List;

/** The mappings of the service, found in its classes. */
final class AllMappings {
  private AllMappings() {}

  private static final List<ConfigClass> OURS =
      new ClassFileImporter()
              .withImportOption(new ImportOption.DoNotIncludeTests())
              .importPackages("dev.uketsuke")
              .stream()
              .filter(type -> type.isAnnotatedWith(ConfigMapping.class))
              .map(JavaClass::reflect)
              .map(ConfigClass::configClass)
              .filter(mapping -> mapping.getPrefix().startsWith("uketsuke"))
              .toList();

  /** Returns the mappings of our own settings. */
  static List<ConfigClass> ours() {
    return OURS;
  }
}
