-- The indexes of lists leave archived applications out, so that they stay as small as what is listed. Version N-1 lists
-- without that condition and sorts until it is gone.
DROP INDEX ${concurrently} IF EXISTS shipping_application_current_account_accepted;
CREATE INDEX ${concurrently} shipping_application_current_account_accepted
    ON shipping_application (account_id, status, accepted_at DESC, id DESC) WHERE archived_at IS NULL;
DROP INDEX ${concurrently} IF EXISTS shipping_application_current_status_accepted;
CREATE INDEX ${concurrently} shipping_application_current_status_accepted
    ON shipping_application (status, accepted_at DESC, id DESC) WHERE archived_at IS NULL;
DROP INDEX ${concurrently} IF EXISTS shipping_application_account_accepted;
DROP INDEX ${concurrently} IF EXISTS shipping_application_status_accepted;
