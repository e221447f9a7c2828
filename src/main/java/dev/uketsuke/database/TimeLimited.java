package dev.uketsuke.database;

import jakarta.interceptor.InterceptorBinding;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a method that reads through the request's own entity manager, so that its statements have
 * the time limits of {@link DatabaseLimits} behind a pooler in transaction mode as well.
 *
 * <p>The method only reads: what it writes is rolled back there. It neither opens a transaction nor
 * takes another connection of the pool. A static method may be marked, too; a private one may not.
 */
@InterceptorBinding
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface TimeLimited {}
