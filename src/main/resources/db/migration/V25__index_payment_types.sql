-- A rare type in the list of payments for staff.
DROP INDEX CONCURRENTLY IF EXISTS payment_type_newest;
CREATE INDEX CONCURRENTLY payment_type_newest ON payment (type, id DESC);
