-- The list of dead letters, newest first: by state, and by application. Built without blocking writes; a half-built index of an earlier
-- attempt is replaced.
DROP INDEX CONCURRENTLY IF EXISTS dead_letter_state_newest;
CREATE INDEX CONCURRENTLY dead_letter_state_newest ON dead_letter (state, received_at, id);
DROP INDEX CONCURRENTLY IF EXISTS dead_letter_application;
CREATE INDEX CONCURRENTLY dead_letter_application ON dead_letter (application_id) WHERE application_id IS NOT NULL;
