-- The client's own number, exact and by its beginning; the operator class serves both in every collation. With the status, counts
-- need not read the table.
DROP INDEX CONCURRENTLY IF EXISTS shipping_application_account_reference;
CREATE INDEX CONCURRENTLY shipping_application_account_reference
    ON shipping_application (account_id, client_reference text_pattern_ops, status) WHERE client_reference IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS shipping_application_reference;
CREATE INDEX CONCURRENTLY shipping_application_reference
    ON shipping_application (client_reference text_pattern_ops, status) WHERE client_reference IS NOT NULL;
