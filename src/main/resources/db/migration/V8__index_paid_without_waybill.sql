-- Reconciliation asks for them; there are few at any time, whatever the size of the table.
CREATE INDEX shipping_application_paid_without_waybill ON shipping_application (updated_at)
    WHERE status = 'PAID' AND waybill_number IS NULL;
