-- Asked for each number that the carrier gives. Not unique: what others tell us may be wrong, and is then for a person.
CREATE INDEX shipping_application_waybill ON shipping_application (waybill_number) WHERE waybill_number IS NOT NULL;
-- Reconciliation asks for them: waybills that somebody has to call off.
CREATE INDEX shipping_application_refunded_with_waybill ON shipping_application (updated_at)
    WHERE status = 'REFUNDED' AND waybill_number IS NOT NULL;
