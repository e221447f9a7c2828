-- A message that is no longer wanted is closed without being sent. It carries sent_at all the same, so that version N-1,
-- which knows nothing of it, neither sends it nor waits for it, and so that the retention job removes it.
ALTER TABLE outbox
    ADD COLUMN dropped boolean NOT NULL DEFAULT false,
    -- Not validated: true of every row by the default, and the table need not be read for it.
    ADD CONSTRAINT outbox_dropped_ended CHECK (NOT dropped OR sent_at IS NOT NULL) NOT VALID;
COMMENT ON COLUMN outbox.dropped IS
    'Closed without being sent, because what it asks for was no longer wanted: sent_at says when, last_error why.';
-- For lists: there are few.
CREATE INDEX outbox_dropped ON outbox (id DESC) WHERE dropped;

-- Sent, and yet something that a person has to know: what it is stands in last_error.
CREATE INDEX outbox_remarked ON outbox (id) WHERE sent_at IS NOT NULL AND NOT dropped AND last_error IS NOT NULL;
COMMENT ON COLUMN outbox.last_error IS
    'What went wrong in the last attempt, for people. Of a message that was sent: what is strange about the answer.';
