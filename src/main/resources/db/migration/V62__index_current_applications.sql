-- The lists of one account and of all, newest or oldest first. A list without a status merges the statuses, of which there
-- are few, so one index serves both. Archived applications are left out, so that the indexes stay as small as what is listed.
-- A half-built index of an earlier attempt is replaced.
DROP INDEX ${concurrently} IF EXISTS shipping_application_current_account_accepted;
CREATE INDEX ${concurrently} shipping_application_current_account_accepted
    ON shipping_application (account_id, status, accepted_at DESC, id DESC) WHERE archived_at IS NULL;
DROP INDEX ${concurrently} IF EXISTS shipping_application_current_status_accepted;
CREATE INDEX ${concurrently} shipping_application_current_status_accepted
    ON shipping_application (status, accepted_at DESC, id DESC) WHERE archived_at IS NULL;
