-- Divides applications, their history, messages out and the archive into HASH partitions by bucket, while the service runs.
--
--   psql -v ON_ERROR_STOP=1 -f deploy/partitions/partition.sql     as the owner of the tables; defines the steps
--   CALL partitioned.prepare(16);      empty partitioned tables in the schema "partitioned", same keys, same names
--   CALL partitioned.copy_all(10000);  copies in batches of so many rows; triggers carry over what changes meanwhile
--   CALL partitioned.switch_over();    compares the counts and exchanges the tables, under a lock
--   DROP SCHEMA unpartitioned, partitioned CASCADE;   when you are content: the old tables, and these steps
--
-- Until switch_over, DROP SCHEMA partitioned CASCADE undoes everything. copy_all may be called again after a failure.
-- Submissions that meet the lock of switch_over wait for it as for any other lock, and are answered "in progress" or
-- "outcome unknown" if it takes longer than their time limits: nothing is lost, and a resend is answered as always.
-- Grants to other roles and publications name tables, and have to be given again afterwards.
CREATE SCHEMA IF NOT EXISTS partitioned;

CREATE OR REPLACE FUNCTION partitioned.tables() RETURNS text[] LANGUAGE sql IMMUTABLE AS
$$ SELECT ARRAY['shipping_application', 'application_history', 'outbox', 'archived_application', 'archived_history'] $$;

-- The columns of a table, and those of its primary key, as lists for a statement; quoted, because PL/pgSQL takes NEW.by
-- for a keyword.
CREATE OR REPLACE FUNCTION partitioned.columns(name text, prefix text DEFAULT '') RETURNS text LANGUAGE sql STABLE AS $$
    SELECT string_agg(prefix || '"' || attname || '"', ', ' ORDER BY attnum) FROM pg_attribute
    WHERE attrelid = ('public.' || name)::regclass AND attnum > 0 AND NOT attisdropped
$$;
CREATE OR REPLACE FUNCTION partitioned.key(name text, prefix text DEFAULT '') RETURNS text LANGUAGE sql STABLE AS $$
    SELECT string_agg(prefix || '"' || attname || '"', ', ' ORDER BY attnum) FROM pg_attribute a
    JOIN pg_constraint c ON c.conrelid = a.attrelid AND c.contype = 'p' AND a.attnum = ANY (c.conkey)
    WHERE a.attrelid = ('public.' || name)::regclass
$$;

-- Makes the empty tables with all constraints and indexes of the present ones, whatever migration added them.
CREATE OR REPLACE PROCEDURE partitioned.prepare(modulus integer) LANGUAGE plpgsql AS $$
DECLARE
    name text;
    made record;
BEGIN
    IF modulus NOT BETWEEN 1 AND 4096 THEN
        RAISE EXCEPTION 'The number of partitions must be 1 to 4096, but is %', modulus;
    END IF;
    FOREACH name IN ARRAY partitioned.tables() LOOP
        IF (SELECT relkind FROM pg_class WHERE oid = ('public.' || name)::regclass) = 'p' THEN
            RAISE EXCEPTION 'Table % is partitioned already', name;
        END IF;
        EXECUTE format('CREATE TABLE partitioned.%I (LIKE public.%I INCLUDING DEFAULTS INCLUDING CONSTRAINTS
            INCLUDING COMMENTS INCLUDING STORAGE) PARTITION BY HASH (bucket)', name, name);
        FOR part IN 0 .. modulus - 1 LOOP
            EXECUTE format('CREATE TABLE partitioned.%I PARTITION OF partitioned.%I FOR VALUES WITH (MODULUS %s, REMAINDER %s)',
                name || '_p' || part, name, modulus, part);
        END LOOP;
        FOR made IN
            SELECT conname, pg_get_constraintdef(oid) AS definition FROM pg_constraint
            WHERE conrelid = ('public.' || name)::regclass AND contype IN ('p', 'u', 'f')
            ORDER BY contype DESC
        LOOP
            EXECUTE format('ALTER TABLE partitioned.%I ADD CONSTRAINT %I %s', name, made.conname,
                replace(replace(made.definition, 'REFERENCES public.', 'REFERENCES '),
                    'REFERENCES ', 'REFERENCES partitioned.'));
        END LOOP;
        FOR made IN
            SELECT pg_get_indexdef(i.indexrelid) AS definition FROM pg_index i
            WHERE i.indrelid = ('public.' || name)::regclass
              AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid)
        LOOP
            EXECUTE replace(made.definition, ' ON public.', ' ON partitioned.');
        END LOOP;
        EXECUTE format('COMMENT ON TABLE partitioned.%I IS %L', name, obj_description(('public.' || name)::regclass));
    END LOOP;
END $$;

-- Carries over every change of one table from now on.
CREATE OR REPLACE PROCEDURE partitioned.follow(name text) LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format($f$
        CREATE OR REPLACE FUNCTION partitioned.%1$I() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $t$
        BEGIN
            IF TG_OP = 'DELETE' THEN
                DELETE FROM partitioned.%2$I WHERE (%3$s) = (%4$s);
            ELSE
                INSERT INTO partitioned.%2$I (%5$s) SELECT %6$s
                ON CONFLICT (%3$s) DO UPDATE SET (%5$s) = ROW(%7$s);
            END IF;
            RETURN NULL;
        END $t$ $f$,
        'follow_' || name, name, partitioned.key(name), partitioned.key(name, 'OLD.'),
        partitioned.columns(name), partitioned.columns(name, 'NEW.'), partitioned.columns(name, 'excluded.'));
    EXECUTE format('DROP TRIGGER IF EXISTS %I ON public.%I', 'zz_partition_' || name, name);
    EXECUTE format('CREATE TRIGGER %I AFTER INSERT OR UPDATE OR DELETE ON public.%I
        FOR EACH ROW EXECUTE FUNCTION partitioned.%I()', 'zz_partition_' || name, name, 'follow_' || name);
END $$;

-- Applications first: a history row is only followed when its application is sure to be there. FOR KEY SHARE makes a
-- delete wait for the copy of its row, so that no deleted message comes back; what has arrived by trigger is newer, and stays.
CREATE OR REPLACE PROCEDURE partitioned.copy_all(batch integer) LANGUAGE plpgsql AS $$
DECLARE
    name text;
    block bigint;
    blocks bigint;
    step  bigint;
BEGIN
    FOREACH name IN ARRAY partitioned.tables() LOOP
        CALL partitioned.follow(name);
        COMMIT; -- From here on every new transaction is followed; older ones are waited for by CREATE TRIGGER.
        blocks := pg_relation_size(('public.' || name)::regclass) / current_setting('block_size')::bigint;
        -- By place in the table: no order is needed, and no row is read twice. Rows that move are carried by the trigger.
        step := greatest(1, batch / 25); -- A block holds about so many rows.
        block := 0;
        WHILE block <= blocks LOOP
            EXECUTE format('INSERT INTO partitioned.%1$I (%2$s) SELECT %2$s FROM public.%1$I
                WHERE ctid >= %3$L::tid AND ctid < %4$L::tid FOR KEY SHARE ON CONFLICT DO NOTHING',
                name, partitioned.columns(name), format('(%s,0)', block), format('(%s,0)', block + step));
            COMMIT;
            block := block + step;
        END LOOP;
        EXECUTE format('ANALYZE partitioned.%I', name);
        COMMIT;
    END LOOP;
END $$;

-- Exchanges the tables if both hold the same number of rows.
CREATE OR REPLACE PROCEDURE partitioned.switch_over() LANGUAGE plpgsql AS $$
DECLARE
    name text;
    part text;
    before bigint;
    after bigint;
BEGIN
    LOCK TABLE public.shipping_application, public.application_history, public.outbox,
        public.archived_application, public.archived_history IN ACCESS EXCLUSIVE MODE;
    CREATE SCHEMA unpartitioned;
    FOREACH name IN ARRAY partitioned.tables() LOOP
        EXECUTE format('SELECT count(*) FROM public.%I', name) INTO before;
        EXECUTE format('SELECT count(*) FROM partitioned.%I', name) INTO after;
        IF before <> after THEN
            RAISE EXCEPTION 'Table % has % rows, but its copy %; nothing was changed, call copy_all again', name, before, after;
        END IF;
        RAISE NOTICE 'Table %: % rows before and after', name, before;
        EXECUTE format('DROP TRIGGER %I ON public.%I', 'zz_partition_' || name, name);
    END LOOP;
    FOREACH name IN ARRAY partitioned.tables() LOOP
        EXECUTE format('ALTER TABLE public.%I SET SCHEMA unpartitioned', name);
        EXECUTE format('ALTER TABLE partitioned.%I SET SCHEMA public', name);
        FOR part IN SELECT relname FROM pg_inherits JOIN pg_class ON oid = inhrelid
            WHERE inhparent = ('public.' || name)::regclass
        LOOP
            EXECUTE format('ALTER TABLE partitioned.%I SET SCHEMA public', part);
        END LOOP;
        EXECUTE format('DROP FUNCTION IF EXISTS partitioned.%I()', 'follow_' || name);
    END LOOP;
END $$;
