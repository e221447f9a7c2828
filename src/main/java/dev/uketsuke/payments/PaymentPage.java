package dev.uketsuke.payments;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * One page of a list of payment events.
 *
 * @param items newest first
 * @param nextCursor the opaque cursor of the next page; null on the last page
 */
@RegisterForReflection
@Schema(requiredProperties = {"items", "nextCursor"})
public record PaymentPage(List<PaymentView> items, @Schema(nullable = true) String nextCursor) {}
