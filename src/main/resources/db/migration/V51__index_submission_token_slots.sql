-- At most one token in each place of an account. Built without blocking writes; a half-built one of an earlier attempt is
-- replaced.
DROP INDEX CONCURRENTLY IF EXISTS submission_token_account_slot;
CREATE UNIQUE INDEX CONCURRENTLY submission_token_account_slot ON submission_token (account_id, slot);
