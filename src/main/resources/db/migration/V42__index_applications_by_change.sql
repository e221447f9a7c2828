-- For those who follow changes, of one account and of all.
DROP INDEX CONCURRENTLY IF EXISTS shipping_application_account_updated;
CREATE INDEX CONCURRENTLY shipping_application_account_updated
    ON shipping_application (account_id, status, updated_at, id);
DROP INDEX CONCURRENTLY IF EXISTS shipping_application_status_updated;
CREATE INDEX CONCURRENTLY shipping_application_status_updated
    ON shipping_application (status, updated_at, id);
