-- :rows applications with their history, as if they had been submitted over the last year. The foreign key is not asked,
-- row by row, about rows that this very file has written.
SET session_replication_role = replica;
SET synchronous_commit = off;
BEGIN;
CREATE TEMPORARY TABLE filled ON COMMIT DROP AS
SELECT uuidv7(interval '-1 year' * random()) AS id, n, date_trunc('milliseconds', now() - interval '1 year' * random()) AS at
FROM generate_series(1, :rows) n;

INSERT INTO shipping_application (id, account_id, idempotency_key, fingerprint, fingerprint_version, status,
  accepted_at, key_expires_at, updated_at, origin, destination, parcels)
SELECT id, 'https://identity.example/realms/uketsuke|' || n % (:rows / 10), gen_random_uuid(), sha256(id::text::bytea), 1,
  'ACCEPTED', at, at + interval '30 days', at, 'AU', 'KR', 1
FROM filled;

INSERT INTO application_history (application_id, status, at, by)
SELECT id, 'ACCEPTED', at, 'applicant' FROM filled;
COMMIT;
