-- Topics that stand unread, as each process that consumes them tells. Whichever process is asked can list all of them.
CREATE TABLE unread_topic (
    id       uuid        NOT NULL,
    topic    text        NOT NULL,
    records  bigint      NOT NULL,
    trouble  text,
    since    timestamptz NOT NULL,
    seen_at  timestamptz NOT NULL,
    CONSTRAINT unread_topic_pkey PRIMARY KEY (id),
    CONSTRAINT unread_topic_records_counted CHECK (records >= 0)
);
COMMENT ON TABLE unread_topic IS
    'One row for each consumer that has settled nothing for a while although there is something to read. The consumer removes its row '
    'when it goes on; the rows of processes that are gone are removed after a day.';
COMMENT ON COLUMN unread_topic.id IS 'Of the consumer: chosen when its process starts.';
COMMENT ON COLUMN unread_topic.records IS 'How many records of the partitions of this process are not settled.';
COMMENT ON COLUMN unread_topic.trouble IS 'What keeps the consumer from going on, for an operator; null if it does not know.';
COMMENT ON COLUMN unread_topic.since IS 'From when on nothing was settled.';
COMMENT ON COLUMN unread_topic.seen_at IS 'When the consumer last said so. A row that is not renewed tells nothing any more.';
