-- Lists for staff, newest first, and the count of what is open.
CREATE INDEX payment_state_newest ON payment (state, id DESC);

-- What waits for an application is looked for at each of its moves.
CREATE INDEX payment_application ON payment (application_id);
