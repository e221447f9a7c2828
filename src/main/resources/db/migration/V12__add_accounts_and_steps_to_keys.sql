-- Keys that shard. Every row of an application carries its account, the account's bucket and the number of the step that
-- wrote it, and all keys of the three tables contain account and bucket. So the tables can be partitioned or distributed
-- by bucket without another change of keys (docs/adr/0017), and no order rests on a sequence, which only one node has.
--
-- All rows keep their ids, keys, receipts and history. The tables are locked while this runs. It is the one migration
-- that an older version cannot work beside: stop all instances first. Nothing older has been released.
ALTER TABLE application_history DROP CONSTRAINT application_history_application;

ALTER TABLE shipping_application
    DROP CONSTRAINT shipping_application_pkey,
    DROP CONSTRAINT shipping_application_account_key,
    ADD COLUMN bucket    integer,
    ADD COLUMN last_step integer NOT NULL DEFAULT 1;
DROP INDEX shipping_application_account_newest;
DROP INDEX shipping_application_status_newest;

-- The steps of an application in the order of the former identity column.
CREATE TABLE stepped_history AS
SELECT a.account_id,
       NULL::integer AS bucket,
       h.application_id,
       (row_number() OVER (PARTITION BY h.application_id ORDER BY h.id))::integer AS step,
       h.status, h.at, h.by, h.kind, h.reason
FROM application_history h
JOIN shipping_application a ON a.id = h.application_id;

UPDATE shipping_application a SET last_step = h.last_step
FROM (SELECT application_id, max(step) AS last_step FROM stepped_history GROUP BY application_id) h
WHERE h.application_id = a.id AND h.last_step > 1;

-- A change of type with an expression writes the table anew in one pass and leaves no dead rows behind.
ALTER TABLE shipping_application
    ALTER COLUMN last_step DROP DEFAULT,
    ALTER COLUMN bucket TYPE integer
        USING ('x' || left(encode(sha256(convert_to(account_id, 'UTF8')), 'hex'), 3))::bit(12)::integer;
ALTER TABLE stepped_history
    ALTER COLUMN account_id TYPE text COLLATE "C",
    ALTER COLUMN bucket TYPE integer
        USING ('x' || left(encode(sha256(convert_to(account_id, 'UTF8')), 'hex'), 3))::bit(12)::integer;

ALTER TABLE shipping_application
    ALTER COLUMN bucket SET NOT NULL,
    -- The id comes first: those who know the id alone need no index of their own, and inserts go to the end.
    ADD CONSTRAINT shipping_application_pkey PRIMARY KEY (id, account_id, bucket),
    -- P1: at most one application per account and key. This constraint decides, no code does. The bucket is a function
    -- of the account, as the check below enforces, so it makes the constraint no weaker.
    ADD CONSTRAINT shipping_application_account_key UNIQUE (account_id, idempotency_key, bucket),
    ADD CONSTRAINT shipping_application_bucket_of_account CHECK
        (bucket = ('x' || left(encode(sha256(convert_to(account_id, 'UTF8')), 'hex'), 3))::bit(12)::integer),
    ADD CONSTRAINT shipping_application_step_counted CHECK (last_step > 0);
COMMENT ON COLUMN shipping_application.bucket IS
    'The first 12 bits of the SHA-256 of the account id. Ids of applications end in it, three hexadecimal digits, so that a '
    'statement which knows only the id can name it, too.';
COMMENT ON COLUMN shipping_application.last_step IS
    'The number of the newest history row. Whoever writes history counts it up under the lock of this row.';

DROP TABLE application_history;
ALTER TABLE stepped_history RENAME TO application_history;
ALTER TABLE application_history
    ALTER COLUMN account_id SET NOT NULL,
    ALTER COLUMN bucket SET NOT NULL,
    ALTER COLUMN application_id SET NOT NULL,
    ALTER COLUMN step SET NOT NULL,
    ALTER COLUMN status SET NOT NULL,
    ALTER COLUMN at SET NOT NULL,
    ALTER COLUMN by SET NOT NULL,
    ALTER COLUMN kind SET NOT NULL,
    ALTER COLUMN kind SET DEFAULT 'MOVE',
    ADD CONSTRAINT application_history_pkey PRIMARY KEY (application_id, step, account_id, bucket),
    ADD CONSTRAINT application_history_application FOREIGN KEY (account_id, application_id, bucket)
        REFERENCES shipping_application (account_id, id, bucket),
    ADD CONSTRAINT application_history_accepted_first CHECK (kind <> 'MOVE' OR (step = 1) = (status = 'ACCEPTED')),
    ADD CONSTRAINT application_history_by_known CHECK (by IN ('applicant', 'staff', 'warehouse', 'payment', 'system')),
    ADD CONSTRAINT application_history_kind_known CHECK (kind IN ('MOVE', 'NOTE'));
COMMENT ON TABLE application_history IS 'What happened to an application, in order; appended to, never changed.';
COMMENT ON COLUMN application_history.account_id IS 'The account of the application; it stands in every key.';
COMMENT ON COLUMN application_history.bucket IS 'The bucket of the account.';
COMMENT ON COLUMN application_history.step IS
    'Order within the application: 1, 2, 3 and so on, counted under the lock of the application''s row.';
COMMENT ON COLUMN application_history.kind IS
    'MOVE: the application came to this status. NOTE: something worth knowing happened while it stood there.';
COMMENT ON COLUMN application_history.reason IS 'For people; null where the move speaks for itself.';

-- The moves form a graph without a way back, so no status is ever reached twice: a second row is a move made twice. The first
-- step is left out, which spares each new application an entry: it alone is ACCEPTED, says the check, and the primary key holds
-- it once.
CREATE UNIQUE INDEX application_history_once ON application_history (application_id, status, account_id, bucket)
    WHERE kind = 'MOVE' AND step > 1;

-- A message belongs to the step that it reports: an event to that of its status, a waybill order to the payment's. What
-- belongs to no application (there is nothing like that but what was written by hand) keeps its order of writing.
DROP INDEX outbox_in_order;
ALTER TABLE outbox
    DROP CONSTRAINT outbox_pkey,
    ADD COLUMN account_id text COLLATE "C",
    ADD COLUMN bucket     integer,
    ADD COLUMN step       integer;
UPDATE outbox o SET account_id = n.account_id, step = n.step
FROM (
    SELECT m.id, coalesce(a.account_id, '') AS account_id,
           coalesce(h.step, (row_number() OVER (PARTITION BY m.aggregateid ORDER BY m.sequence))::integer) AS step
    FROM outbox m
    LEFT JOIN shipping_application a ON a.id::text = m.aggregateid
    LEFT JOIN application_history h ON h.application_id = a.id AND h.kind = 'MOVE'
        AND h.status = CASE m.aggregatetype
            WHEN 'waybill' THEN 'PAID'
            ELSE upper(replace(split_part(m.type, '.', 2), '-', '_')) END) n
WHERE n.id = o.id;
ALTER TABLE outbox
    ALTER COLUMN account_id SET NOT NULL,
    ALTER COLUMN step SET NOT NULL,
    DROP COLUMN sequence,
    ALTER COLUMN bucket TYPE integer
        USING ('x' || left(encode(sha256(convert_to(account_id, 'UTF8')), 'hex'), 3))::bit(12)::integer;
ALTER TABLE outbox
    ALTER COLUMN bucket SET NOT NULL,
    ADD CONSTRAINT outbox_pkey PRIMARY KEY (id, account_id, bucket);
COMMENT ON COLUMN outbox.account_id IS 'The account that the message is about; it stands in every key.';
COMMENT ON COLUMN outbox.bucket IS 'The bucket of the account; ids of messages end in it, too.';
COMMENT ON COLUMN outbox.step IS
    'The step of the aggregate that wrote the message: messages of one aggregate are sent in this order.';
-- Whether something earlier is open.
CREATE INDEX outbox_in_order ON outbox (aggregateid, step) WHERE sent_at IS NULL AND parked_at IS NULL;
