-- Distributes the tables over the nodes of a Citus cluster, by bucket, one after the migrations have run:
--
--   psql -v ON_ERROR_STOP=1 -f deploy/citus/distribute.sql
--
-- Without the extension it changes nothing and says so. docs/scaling.md has the limits. We test only that it changes
-- nothing on plain PostgreSQL; try it on a copy of your cluster first.
DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') THEN
        RAISE NOTICE 'The extension citus is not installed here: nothing was changed.';
        RETURN;
    END IF;
    -- A foreign key may only point to a table that is distributed already, and with the same buckets on each node.
    ALTER TABLE application_history DROP CONSTRAINT application_history_application;
    -- 64 shards: at most so many nodes can share the work later without moving rows between shards.
    PERFORM create_distributed_table('shipping_application', 'bucket', shard_count => 64);
    PERFORM create_distributed_table('application_history', 'bucket', colocate_with => 'shipping_application');
    PERFORM create_distributed_table('outbox', 'bucket', colocate_with => 'shipping_application');
    PERFORM create_distributed_table('archived_application', 'bucket', colocate_with => 'shipping_application');
    PERFORM create_distributed_table('archived_history', 'bucket', colocate_with => 'shipping_application');
    ALTER TABLE application_history ADD CONSTRAINT application_history_application
        FOREIGN KEY (account_id, application_id, bucket) REFERENCES shipping_application (account_id, id, bucket);
    -- Time limits of a session do not reach the workers, those of the role do.
    EXECUTE format('ALTER ROLE %I SET lock_timeout = %L', current_user, '2s');
    EXECUTE format('ALTER ROLE %I SET statement_timeout = %L', current_user, '5s');
END $$;
-- payment, inbox, submission_token and the small tables stay on the coordinator: their keys are not per account.
