-- The contradictions among the payments that staff list, by a rare type and by the provider's transaction.
DROP INDEX CONCURRENTLY IF EXISTS payment_contradiction_type_newest;
CREATE INDEX CONCURRENTLY payment_contradiction_type_newest ON payment_contradiction (type, id DESC);
DROP INDEX CONCURRENTLY IF EXISTS payment_contradiction_transaction;
CREATE INDEX CONCURRENTLY payment_contradiction_transaction ON payment_contradiction (transaction_id);
