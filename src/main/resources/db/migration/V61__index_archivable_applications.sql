-- What may move to the archive, the oldest first. What is out of step for reconciliation is no candidate: it stays where
-- people look for it.
DROP INDEX ${concurrently} IF EXISTS shipping_application_archivable;
CREATE INDEX ${concurrently} shipping_application_archivable ON shipping_application (updated_at, bucket)
    WHERE archived_at IS NULL AND (status = 'CANCELLED' OR status = 'DELIVERED' AND waybill_number IS NOT NULL
        OR status = 'REFUNDED' AND waybill_number IS NULL);
