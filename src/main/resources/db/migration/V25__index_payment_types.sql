-- The filters of the list for staff that had no index: a rare type, and the transaction of a contradiction.
DROP INDEX CONCURRENTLY IF EXISTS payment_type_newest;
CREATE INDEX CONCURRENTLY payment_type_newest ON payment (type, id DESC);
DROP INDEX CONCURRENTLY IF EXISTS payment_contradiction_type_newest;
CREATE INDEX CONCURRENTLY payment_contradiction_type_newest ON payment_contradiction (type, id DESC);
DROP INDEX CONCURRENTLY IF EXISTS payment_contradiction_transaction;
CREATE INDEX CONCURRENTLY payment_contradiction_transaction ON payment_contradiction (transaction_id);
