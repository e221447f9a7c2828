-- Messages in that a person has settled.
ALTER TABLE inbox
    ADD COLUMN note       text,
    ADD COLUMN settled_at timestamptz,
    DROP CONSTRAINT inbox_state_known,
    DROP CONSTRAINT inbox_parked_explained,
    DROP CONSTRAINT inbox_variant_parked,
    ADD CONSTRAINT inbox_state_known CHECK (state IN ('APPLIED', 'WAITING', 'PARKED', 'SETTLED')),
    ADD CONSTRAINT inbox_parked_explained CHECK (state = 'SETTLED' OR (state = 'PARKED') = (reason IS NOT NULL)),
    ADD CONSTRAINT inbox_variant_parked CHECK (variant = '' OR state IN ('PARKED', 'SETTLED')),
    -- Version N-1 may open a settled message again: it keeps its note then.
    ADD CONSTRAINT inbox_settled_noted
        CHECK ((state <> 'SETTLED' OR note IS NOT NULL) AND (note IS NULL) = (settled_at IS NULL));
COMMENT ON COLUMN inbox.state IS
    'APPLIED: took effect, or had before. WAITING: came too early. PARKED: for a person. SETTLED: by a person, with a '
    'note; it never takes effect, and the reason why it was parked stays.';
COMMENT ON COLUMN inbox.note IS 'What the person did about it.';
