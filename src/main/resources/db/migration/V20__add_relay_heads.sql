-- The relay claims only heads: the first open message of each application and destination. Version N-1 neither keeps nor
-- reads this column: its messages count as heads until the relay meets them and finds an earlier one open, and the relay
-- looks for followers whose turn came unnoticed.
ALTER TABLE outbox
    ADD COLUMN head      boolean NOT NULL DEFAULT true,
    ADD COLUMN deferrals integer NOT NULL DEFAULT 0;
COMMENT ON COLUMN outbox.head IS
    'Whether no earlier message of the same application and destination is open. Only heads are candidates for a claim, '
    'so the cost of a claim does not depend on how many messages wait behind them.';
COMMENT ON COLUMN outbox.deferrals IS
    'How often the destination was unavailable for this message although it was there for others. Lengthens the pause of '
    'this message and never parks it.';

UPDATE outbox o SET head = false
WHERE sent_at IS NULL AND parked_at IS NULL
  AND EXISTS (SELECT FROM outbox earlier
    WHERE earlier.account_id = o.account_id AND earlier.bucket = o.bucket
      AND earlier.aggregateid = o.aggregateid AND earlier.aggregatetype = o.aggregatetype
      AND earlier.step < o.step AND earlier.sent_at IS NULL AND earlier.parked_at IS NULL);

-- What is due, oldest first. Version N-1 finds its messages by outbox_in_order while the new version rolls out.
CREATE INDEX outbox_heads ON outbox (aggregatetype, next_attempt_at)
    WHERE sent_at IS NULL AND parked_at IS NULL AND head;
DROP INDEX outbox_due;
-- What waits behind a head; almost always empty.
CREATE INDEX outbox_followers ON outbox (aggregatetype, id)
    WHERE sent_at IS NULL AND parked_at IS NULL AND NOT head;

CREATE TABLE relay_destination (
    name              text        NOT NULL,
    unavailable_since timestamptz NOT NULL,
    failures          integer     NOT NULL,
    retry_at          timestamptz NOT NULL,
    reason            text        NOT NULL,
    CONSTRAINT relay_destination_pkey PRIMARY KEY (name),
    CONSTRAINT relay_destination_failures_positive CHECK (failures > 0)
);
COMMENT ON TABLE relay_destination IS
    'Destinations that are unavailable at present: away, refusing our credentials, or over their limits. Every instance '
    'leaves such a destination alone until retry_at; then one instance tries one message.';
COMMENT ON COLUMN relay_destination.name IS 'The aggregatetype of the messages that go there.';
COMMENT ON COLUMN relay_destination.failures IS 'Attempts in a row that found it unavailable; the pause grows with them.';
COMMENT ON COLUMN relay_destination.retry_at IS
    'Not to be called before. Whoever makes the next attempt moves it on first, so that nobody else makes one meanwhile.';
COMMENT ON COLUMN relay_destination.reason IS 'What the last attempt found, for people.';
