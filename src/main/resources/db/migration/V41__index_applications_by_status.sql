-- The lists over all accounts, likewise.
DROP INDEX CONCURRENTLY IF EXISTS shipping_application_status_accepted;
CREATE INDEX CONCURRENTLY shipping_application_status_accepted
    ON shipping_application (status, accepted_at DESC, id DESC);
