-- :rows applications with their history, as if they had been submitted over the last year. The foreign key is not asked,
-- row by row, about rows that this very file has written.
SET session_replication_role = replica;
SET synchronous_commit = off;
BEGIN;
CREATE TEMPORARY TABLE filled ON COMMIT DROP AS
-- As the service makes them: ids end in their account's bucket.
SELECT (left(uuidv7(interval '-1 year' * random())::text, -3) || bucket)::uuid AS id, account_id,
  ('x' || bucket)::bit(12)::integer AS bucket, date_trunc('milliseconds', now() - interval '1 year' * random()) AS at
FROM (SELECT account_id, left(encode(sha256(convert_to(account_id, 'UTF8')), 'hex'), 3) AS bucket
  FROM (SELECT 'https://identity.example/realms/uketsuke|' || n % (:rows / 10) AS account_id
    FROM generate_series(1, :rows) n) named) hashed;

INSERT INTO shipping_application (id, account_id, bucket, idempotency_key, fingerprint, fingerprint_version,
  status, last_step, accepted_at, key_expires_at, updated_at, origin, destination, parcels)
SELECT id, account_id, bucket, gen_random_uuid(), sha256(id::text::bytea), 1,
  'ACCEPTED', 1, at, at + interval '30 days', at, 'AU', 'KR', 1
FROM filled;

INSERT INTO application_history (account_id, bucket, application_id, step, status, at, by)
SELECT account_id, bucket, id, 1, 'ACCEPTED', at, 'applicant' FROM filled;
COMMIT;
