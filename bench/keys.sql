-- Records the smallest application under each of the keys :prefix || 1 to :prefix || :keys of the account :account.
INSERT INTO shipping_application (id, account_id, bucket, idempotency_key, fingerprint, fingerprint_version,
  status, last_step, accepted_at, key_expires_at, updated_at, origin, destination, parcels)
SELECT (left(gen_random_uuid()::text, -3) || bucket)::uuid, :'account', ('x' || bucket)::bit(12)::integer, :'prefix' || n,
  decode('73cb68171cd23bc8171fc14020345177e60e66560583f07e3f2fb3a4e74cd763', 'hex'), 1,
  'ACCEPTED', 1, now, now + interval '30 days', now, 'AU', 'KR', 1
FROM (SELECT left(encode(sha256(convert_to(:'account', 'UTF8')), 'hex'), 3) AS bucket,
    date_trunc('milliseconds', now()) AS now) t, generate_series(1, :keys) n;
