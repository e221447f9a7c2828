-- A database after a year of work, for PlanIT: most is done, little is open. Times end now.
SET session_replication_role = replica;

CREATE FUNCTION bucket_of(account text) RETURNS integer LANGUAGE sql IMMUTABLE AS
$$ SELECT ('x' || left(encode(sha256(convert_to(account, 'UTF8')), 'hex'), 3))::bit(12)::integer $$;

-- A UUID of version 7 in the order of time that ends in the bucket
CREATE FUNCTION id_of(at timestamptz, n bigint, bucket integer) RETURNS uuid LANGUAGE sql IMMUTABLE AS
$$ SELECT (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7' || lpad(to_hex(n % 4096), 3, '0')
    || '8' || lpad(to_hex(n), 12, '0') || lpad(to_hex(bucket), 3, '0'))::uuid $$;

CREATE TEMP TABLE application AS
SELECT n, 'account-' || CASE WHEN n % 10 = 0 THEN 1 ELSE n % 500 END AS account,
    now() - (:rows - n) * interval '150 seconds' AS at,
    CASE WHEN n % 50 < 7
        THEN (ARRAY['ACCEPTED', 'WAREHOUSE_CHECKED', 'FEE_CONFIRMED', 'PAID', 'SHIPPED', 'CANCELLED', 'REFUNDED'])[1 + n % 50]
        ELSE 'DELIVERED' END AS status
FROM generate_series(1, :rows) n;
ALTER TABLE application ADD COLUMN bucket integer, ADD COLUMN id uuid;
UPDATE application SET bucket = bucket_of(account), id = id_of(at, n, bucket_of(account));

INSERT INTO shipping_application (
    id, account_id, bucket, last_step, idempotency_key, fingerprint, fingerprint_version, status, accepted_at,
    key_expires_at, updated_at, origin, destination, parcels, recipient_name, client_reference, waybill_number)
SELECT id, account, bucket, 1, 'key-' || n, sha256(n::text::bytea), 1, status, at, at + interval '30 days',
    at + interval '1 hour', (ARRAY['AU', 'JP', 'KR', 'US'])[1 + n % 4], (ARRAY['AU', 'JP', 'KR', 'US', 'DE'])[1 + n % 5],
    1, CASE WHEN n % 100 = 0 THEN 'somebody' END, CASE WHEN n % 2 = 0 THEN 'order-' || n END,
    CASE WHEN status IN ('SHIPPED', 'DELIVERED') OR status = 'REFUNDED' AND n % 500 = 6 THEN 'WB-' || n END
FROM application;

INSERT INTO application_history (account_id, bucket, application_id, step, status, at, by)
SELECT account, bucket, id, 1, 'ACCEPTED', at, 'applicant' FROM application;

-- Within the week for which messages are kept: one in 100 waits, one in 200 is parked, one in 500 was dropped.
INSERT INTO outbox (
    id, account_id, bucket, step, aggregatetype, aggregateid, type, payload, created_at, attempts, next_attempt_at,
    head, sent_at, parked_at, dropped, last_error)
SELECT id_of(t.at, n + 1000000, bucket), account, bucket, 1,
    CASE WHEN n % 10 = 3 THEN 'waybill' ELSE 'application' END, id,
    CASE WHEN n % 10 = 3 THEN 'waybill.order' WHEN n % 400 = 0 THEN 'application.refunded' ELSE 'application.accepted' END,
    '{}', t.at, 1, CASE WHEN n % 200 = 7 THEN t.at ELSE now() + interval '1 day' END, n % 100 <> 17,
    CASE WHEN n % 100 IN (7, 17) OR n % 200 = 0 THEN NULL ELSE t.at + interval '1 second' END,
    CASE WHEN n % 200 = 0 THEN t.at + interval '1 minute' END,
    n % 500 = 1, CASE WHEN n % 200 = 0 OR n % 500 = 1 THEN 'refused' END
FROM application, LATERAL (SELECT now() - (:rows - n) * interval '3 seconds' AS at) t;

INSERT INTO payment (
    id, transaction_id, type, application_id, amount, currency, occurred_at, fingerprint, fingerprint_version,
    received_at, state, reason, note, settled_at)
SELECT id_of(t.at, n + 2000000, 0), 'tx-' || n, CASE WHEN n % 50 = 6 THEN 'REFUNDED' ELSE 'PAID' END, id, 12.5, 'AUD',
    t.at, sha256(n::text::bytea), 1, t.at,
    CASE n % 200 WHEN 1 THEN 'WAITING' WHEN 2 THEN 'UNMATCHED' WHEN 3 THEN 'UNMATCHED' WHEN 4 THEN 'SETTLED' ELSE 'APPLIED' END,
    CASE n % 200 WHEN 2 THEN 'AMOUNT_DIFFERS' WHEN 3 THEN 'ALREADY_PAID' WHEN 4 THEN 'ALREADY_PAID' END,
    CASE n % 200 WHEN 4 THEN 'done' END, CASE n % 200 WHEN 4 THEN t.at END
FROM application, LATERAL (SELECT now() - (:rows - n) * interval '3 seconds' AS at) t;

INSERT INTO payment_contradiction (
    id, payment_id, transaction_id, type, application_id, amount, currency, occurred_at, fingerprint, fingerprint_version,
    received_at, state, note, settled_at)
SELECT id_of(received_at, 3000000 + row_number() OVER (), 0), id, transaction_id, type, application_id, 13, 'AUD', occurred_at,
    sha256(fingerprint), 1, received_at, CASE WHEN state = 'APPLIED' THEN 'SETTLED' ELSE 'UNMATCHED' END,
    CASE WHEN state = 'APPLIED' THEN 'done' END, CASE WHEN state = 'APPLIED' THEN received_at END
FROM payment WHERE right(transaction_id, 1) = '1';

INSERT INTO inbox (
    id, source, message_id, type, subject, data, digest, state, reason, received_at, note, settled_at)
SELECT id_of(t.at, n + 4000000, 0), '/warehouse', 'event-' || n, 'warehouse.parcel-checked', id, '{}', sha256(n::text::bytea),
    CASE n % 200 WHEN 1 THEN 'WAITING' WHEN 2 THEN 'PARKED' WHEN 3 THEN 'SETTLED' ELSE 'APPLIED' END,
    CASE n % 200 WHEN 2 THEN 'APPLICATION_CANCELLED' END, t.at,
    CASE n % 200 WHEN 3 THEN 'done' END, CASE n % 200 WHEN 3 THEN t.at END
FROM application, LATERAL (SELECT now() - (:rows - n) * interval '3.1 seconds' AS at) t;

INSERT INTO dead_letter (id, topic, partition, record_offset, digest, headers, reason, state, note, received_at, settled_at)
SELECT id_of(t.at, n + 5000000, 0), 'warehouse-events', 0, n, sha256(n::text::bytea), '', 'unreadable',
    CASE WHEN n % 200 = 0 THEN 'OPEN' ELSE 'SETTLED' END, CASE WHEN n % 200 <> 0 THEN 'done' END, t.at,
    CASE WHEN n % 200 <> 0 THEN t.at END
FROM generate_series(1, :rows) n, LATERAL (SELECT now() - n * interval '3 seconds' AS at) t;

INSERT INTO discrepancy (id, kind, application_id, detail, found_at)
SELECT id_of(at, n + 6000000, 0), (ARRAY['UNKNOWN_BOOKING', 'SHARED_WAYBILL', 'CONTRADICTING_WAYBILL'])[1 + n % 3], id, 'detail', at
FROM application WHERE n % 200 = 9;

INSERT INTO waybill_attempt (message_id, application_id, begun_at)
SELECT id, aggregateid::uuid, created_at FROM outbox WHERE aggregatetype = 'waybill';

INSERT INTO submission_token (token_hash, account_id, issued_at, expires_at, slot)
SELECT sha256(n::text::bytea), 'account-' || n / 50, now() - interval '1 minute',
    now() + CASE WHEN n % 20 = 0 THEN interval '-1 hour' ELSE interval '1 hour' END, 1 + n % 50
FROM generate_series(1, :rows) n;

INSERT INTO new_key_window (account_id, started_at, used)
SELECT 'account-' || n, now() + CASE WHEN n % 20 = 0 THEN interval '-1 day' ELSE interval '0' END, 1
FROM generate_series(1, :rows) n;

RESET session_replication_role;
