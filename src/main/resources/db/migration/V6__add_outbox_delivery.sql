-- What the relay has to know about each message. Every column has a default, so that the statements which write
-- messages need not know the relay, nor does version N-1 while N rolls out.
ALTER TABLE outbox
    ADD COLUMN sequence        bigint      GENERATED ALWAYS AS IDENTITY,
    ADD COLUMN attempts        integer     NOT NULL DEFAULT 0,
    ADD COLUMN next_attempt_at timestamptz NOT NULL DEFAULT now(),
    ADD COLUMN lease           uuid,
    ADD COLUMN sent_at         timestamptz,
    ADD COLUMN parked_at       timestamptz,
    ADD COLUMN last_error      text,
    ADD CONSTRAINT outbox_ended_once CHECK (sent_at IS NULL OR parked_at IS NULL);
COMMENT ON COLUMN outbox.sequence IS
    'Order of writing. Messages of one application are written under its row lock, so for them also that of commits.';
COMMENT ON COLUMN outbox.attempts IS
    'Counted before each attempt is made, so that one which kills the process counts as well.';
COMMENT ON COLUMN outbox.next_attempt_at IS
    'Not to be touched before: the end of the back-off or, while an attempt is made, of its lease.';
COMMENT ON COLUMN outbox.lease IS
    'Fencing token of the attempt in progress. Its result counts only while this is unchanged: a process that was '
    'frozen and comes back late changes nothing.';
COMMENT ON COLUMN outbox.sent_at IS 'When the far side had it for sure; the retention job removes the row later.';
COMMENT ON COLUMN outbox.parked_at IS
    'When the relay gave up. Parked messages wait for a person, and no longer for each other: later messages go on.';
COMMENT ON COLUMN outbox.last_error IS 'How the last attempt failed, for people; never what the message says.';

-- Both are empty where everything is sent. The one finds what is due, the other whether something earlier is open.
CREATE INDEX outbox_due ON outbox (aggregatetype, next_attempt_at) WHERE sent_at IS NULL AND parked_at IS NULL;
CREATE INDEX outbox_in_order ON outbox (aggregateid, sequence) WHERE sent_at IS NULL AND parked_at IS NULL;
-- Parked messages, newest first, for lists; and sent ones by age, for the retention job.
CREATE INDEX outbox_parked ON outbox (id DESC) WHERE parked_at IS NOT NULL;
CREATE INDEX outbox_sent ON outbox (sent_at) WHERE sent_at IS NOT NULL;
