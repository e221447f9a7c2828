-- The lists of one account, newest or oldest first. A list without a status merges the statuses, of which there are few,
-- so one index serves both. Built without blocking writes; a half-built one of an earlier attempt is replaced.
DROP INDEX CONCURRENTLY IF EXISTS shipping_application_account_accepted;
CREATE INDEX CONCURRENTLY shipping_application_account_accepted
    ON shipping_application (account_id, status, accepted_at DESC, id DESC);
