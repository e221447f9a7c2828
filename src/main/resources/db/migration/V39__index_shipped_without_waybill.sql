-- Reconciliation asks for applications that were shipped without a waybill number.
DROP INDEX CONCURRENTLY IF EXISTS shipping_application_shipped_without_waybill;
CREATE INDEX CONCURRENTLY shipping_application_shipped_without_waybill ON shipping_application (updated_at)
    WHERE status IN ('SHIPPED', 'DELIVERED') AND waybill_number IS NULL;
