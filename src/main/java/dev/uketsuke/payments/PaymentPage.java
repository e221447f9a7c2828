package dev.uketsuke.payments;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;

/**
 * One page of a list of payment events.
 *
 * @param items newest first
 * @param nextCursor the opaque cursor of the next page; null on the last page
 */
@RegisterForReflection
public record PaymentPage(List<PaymentView> items, String nextCursor) {}
