-- Likewise for those who follow changes.
DROP INDEX ${concurrently} IF EXISTS shipping_application_current_account_updated;
CREATE INDEX ${concurrently} shipping_application_current_account_updated
    ON shipping_application (account_id, status, updated_at, id) WHERE archived_at IS NULL;
DROP INDEX ${concurrently} IF EXISTS shipping_application_current_status_updated;
CREATE INDEX ${concurrently} shipping_application_current_status_updated
    ON shipping_application (status, updated_at, id) WHERE archived_at IS NULL;
DROP INDEX ${concurrently} IF EXISTS shipping_application_account_updated;
DROP INDEX ${concurrently} IF EXISTS shipping_application_status_updated;
