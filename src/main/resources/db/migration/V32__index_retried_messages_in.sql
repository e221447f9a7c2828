-- Messages in that are due to be tried again, and the messages of one application. Built without blocking writes; a half-built index of
-- an earlier attempt is replaced.
DROP INDEX CONCURRENTLY IF EXISTS inbox_retry;
CREATE INDEX CONCURRENTLY inbox_retry ON inbox (retry_at) WHERE retry_at IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS inbox_subject;
CREATE INDEX CONCURRENTLY inbox_subject ON inbox (subject, id);
