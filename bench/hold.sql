-- Holds :keys keys of the account :account in an open transaction, and makes each commit of that account last a second: for
-- the rows of bench/run that show what a neighbour's trouble costs others.
CREATE OR REPLACE FUNCTION bench_slow_commit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_sleep(1);
  RETURN NULL;
END $$;
SELECT format('CREATE CONSTRAINT TRIGGER bench_slow_commit AFTER INSERT ON shipping_application
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.account_id = %L) EXECUTE FUNCTION bench_slow_commit()', :'account')
WHERE NOT EXISTS (SELECT FROM pg_trigger WHERE tgname = 'bench_slow_commit') \gexec
SET statement_timeout = 0;
BEGIN;
\ir keys.sql
SELECT pg_sleep(3600);
ROLLBACK;
