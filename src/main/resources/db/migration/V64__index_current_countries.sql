-- Staff look for applications by country. Reconciliation asks for what was shipped without a waybill number.
DROP INDEX ${concurrently} IF EXISTS shipping_application_current_origin;
CREATE INDEX ${concurrently} shipping_application_current_origin
    ON shipping_application (origin, status, accepted_at DESC, id DESC) WHERE archived_at IS NULL;
DROP INDEX ${concurrently} IF EXISTS shipping_application_current_destination;
CREATE INDEX ${concurrently} shipping_application_current_destination
    ON shipping_application (destination, status, accepted_at DESC, id DESC) WHERE archived_at IS NULL;
DROP INDEX ${concurrently} IF EXISTS shipping_application_current_without_waybill;
CREATE INDEX ${concurrently} shipping_application_current_without_waybill ON shipping_application (updated_at)
    WHERE status IN ('SHIPPED', 'DELIVERED') AND waybill_number IS NULL AND archived_at IS NULL;
