package dev.uketsuke.support;

import io.quarkus.test.common.WithTestResource;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.EnabledIf;

/**
 * Runs an inherited test with a real PgBouncer in transaction mode between the service and its
 * database; skipped where none is installed.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@WithTestResource(PooledDatabaseResource.class)
@EnabledIf(
    value = "dev.uketsuke.support.PgBouncer#isInstalled",
    disabledReason = "no PgBouncer: install the package pgbouncer to run this test")
public @interface ThroughPgBouncer {}
