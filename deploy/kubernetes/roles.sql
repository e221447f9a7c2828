-- Two roles for one database: "uketsuke_migrate" owns the tables and changes them, "uketsuke_serve" reads and writes rows and can
-- change no table. Run it once, as a superuser, in the empty database of the service, before the first migration:
--
--   psql -v ON_ERROR_STOP=1 -d uketsuke -f deploy/kubernetes/roles.sql
--   ALTER ROLE uketsuke_migrate PASSWORD '…'; ALTER ROLE uketsuke_serve PASSWORD '…';
--
-- For tables that exist already: REASSIGN OWNED BY the former owner TO uketsuke_migrate, and then the two GRANT … ON ALL below.
DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'uketsuke_migrate') THEN
        CREATE ROLE uketsuke_migrate LOGIN;
    END IF;
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'uketsuke_serve') THEN
        CREATE ROLE uketsuke_serve LOGIN;
    END IF;
END $$;

-- PostgreSQL 14 lets every role create tables in "public"; newer releases do not.
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
GRANT USAGE, CREATE ON SCHEMA public TO uketsuke_migrate;
GRANT USAGE ON SCHEMA public TO uketsuke_serve;

-- What is there, and what later migrations will create. Rows of every table are written, and those of most removed by retention.
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO uketsuke_serve;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO uketsuke_serve;
ALTER DEFAULT PRIVILEGES FOR ROLE uketsuke_migrate IN SCHEMA public
    GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO uketsuke_serve;
ALTER DEFAULT PRIVILEGES FOR ROLE uketsuke_migrate IN SCHEMA public GRANT USAGE ON SEQUENCES TO uketsuke_serve;
