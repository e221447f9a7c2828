-- The list of received messages, newest first: by state and by reason. Those that took effect are found by inbox_applied. Built without
-- blocking writes; a half-built index of an earlier attempt is replaced.
DROP INDEX CONCURRENTLY IF EXISTS inbox_open_newest;
CREATE INDEX CONCURRENTLY inbox_open_newest ON inbox (state, received_at, id) WHERE state <> 'APPLIED';
DROP INDEX CONCURRENTLY IF EXISTS inbox_reason_newest;
CREATE INDEX CONCURRENTLY inbox_reason_newest ON inbox (reason, received_at, id) WHERE reason IS NOT NULL;
