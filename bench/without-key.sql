-- The tables of the endpoint without a key: the product's own, less the key, the fingerprint and their constraint.
DROP TABLE IF EXISTS bench_history, bench_application;
CREATE TABLE bench_application (LIKE shipping_application INCLUDING ALL);
ALTER TABLE bench_application
    DROP COLUMN idempotency_key,
    DROP COLUMN fingerprint,
    DROP COLUMN fingerprint_version;
CREATE TABLE bench_history (LIKE application_history INCLUDING ALL);
ALTER TABLE bench_history
    ADD CONSTRAINT bench_history_application FOREIGN KEY (account_id, application_id, bucket)
        REFERENCES bench_application (account_id, id, bucket);
