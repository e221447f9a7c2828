package dev.uketsuke.support;

import io.quarkus.test.common.WithTestResource;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A test that needs the real database and real tokens: put beside {@code @QuarkusTest}, inherited
 * by its {@code IT}.
 */
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@WithTestResource(DatabaseResource.class)
@WithTestResource(IdentityResource.class)
@WithTestResource(ProviderResource.class)
public @interface RealParts {}
