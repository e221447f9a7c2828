-- Pending messages, newest first, for lists. Without it, a list of pending messages read all that were ever sent while none
-- was pending.
DROP INDEX ${concurrently} IF EXISTS outbox_pending;
CREATE INDEX ${concurrently} outbox_pending ON outbox (id DESC) WHERE sent_at IS NULL AND parked_at IS NULL;
