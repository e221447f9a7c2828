-- Staff look for the dead letters of one application, and settling one leaves a note in its history.
ALTER TABLE dead_letter ADD COLUMN application_id uuid;
COMMENT ON COLUMN dead_letter.application_id IS
    'The application that the record seems to be about; null if it names none, or was put aside before this column existed. '
    'No foreign key: the application need not exist.';
