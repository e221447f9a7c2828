-- A row for each number takes the place of an advisory lock, which holds on one node alone.
CREATE TABLE waybill_number (
    number         text COLLATE "C" NOT NULL,
    application_id uuid             NOT NULL,
    CONSTRAINT waybill_number_pkey PRIMARY KEY (number)
);
COMMENT ON TABLE waybill_number IS
    'Numbers that were recorded from this version on. Who records a number inserts it first and so waits for anybody who is '
    'recording the same one, then looks for another application that has it. Rows are never deleted. Version N-1 does not write '
    'here: two versions that record one number at the same moment do not notice each other while N rolls out.';
COMMENT ON COLUMN waybill_number.application_id IS
    'The application that was first to record it. Not asked for: numbers from before are on the applications alone.';
