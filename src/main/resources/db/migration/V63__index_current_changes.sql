-- For those who follow changes, of one account and of all. What has not changed since it was accepted is found by the indexes
-- of acceptance, so a new application has no entry here.
DROP INDEX ${concurrently} IF EXISTS shipping_application_current_account_updated;
CREATE INDEX ${concurrently} shipping_application_current_account_updated
    ON shipping_application (account_id, status, updated_at, id)
    WHERE archived_at IS NULL AND (status <> 'ACCEPTED' OR updated_at <> accepted_at);
DROP INDEX ${concurrently} IF EXISTS shipping_application_current_status_updated;
CREATE INDEX ${concurrently} shipping_application_current_status_updated
    ON shipping_application (status, updated_at, id)
    WHERE archived_at IS NULL AND (status <> 'ACCEPTED' OR updated_at <> accepted_at);
