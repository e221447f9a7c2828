ALTER TABLE outbox ADD COLUMN specversion text NOT NULL DEFAULT '1.0';
COMMENT ON COLUMN outbox.specversion IS
    'The version of CloudEvents that events follow. Change data capture takes the header from here, because Kafka Connect '
    'would read a constant in its configuration as a number and send 1.';
