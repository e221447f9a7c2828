package dev.uketsuke.payments;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;

/**
 * One page of a list.
 *
 * @param items newest first
 * @param nextCursor opaque; null on the last page
 */
@RegisterForReflection
public record PaymentPage(List<PaymentView> items, String nextCursor) {}
