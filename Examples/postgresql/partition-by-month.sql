-- Partitions the history tables of a PostgreSQL database by month, and makes the partitions of the next
-- months. It can be run again: then it only makes the partitions that are missing, so run it each month.
-- It locks these tables while it runs. Documentation/Growth.md says which tables and why.
BEGIN;

-- Makes one partition: table_YYYY_MM. Rows of the month that went to the default partition go there.
CREATE OR REPLACE FUNCTION quince_add_month(parent text, month timestamp) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    part text := parent || to_char(month, '_YYYY_MM');
    first bigint := extract(epoch FROM month AT TIME ZONE 'UTC');
    next bigint := extract(epoch FROM (month + interval '1 month') AT TIME ZONE 'UTC');
    later text := parent || '_later';
    key text := CASE parent WHEN 'audit_entry' THEN 'at' ELSE 'time' END;
BEGIN
    IF to_regclass(part) IS NOT NULL THEN RETURN; END IF;
    -- The first partition has all before the month after the conversion.
    IF first < (SELECT before FROM quince_partitioned WHERE name = parent) THEN RETURN; END IF;
    EXECUTE format('ALTER TABLE %I DETACH PARTITION %I', parent, later);
    EXECUTE format(
        'CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%s) TO (%s)', part, parent, first, next);
    EXECUTE format(
        'WITH moved AS (DELETE FROM %I WHERE %I >= %s AND %I < %s RETURNING *)
         INSERT INTO %I SELECT * FROM moved', later, key, first, key, next, part);
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I DEFAULT', parent, later);
END $$;

CREATE TABLE IF NOT EXISTS quince_partitioned (name text PRIMARY KEY, before bigint NOT NULL);

-- Makes a table the first partition of a new one of its name. Its identity column goes on counting where it
-- was.
CREATE OR REPLACE FUNCTION quince_partition(parent text, key text, counted text)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    old text := parent || '_before';
    month timestamp := date_trunc('month', now() AT TIME ZONE 'UTC');
    before bigint := extract(epoch FROM (month + interval '1 month') AT TIME ZONE 'UTC');
    guard record;
    foreign_key record;
    last bigint;
BEGIN
    IF to_regclass(parent) IS NULL
        OR EXISTS (SELECT FROM quince_partitioned WHERE name = parent) THEN RETURN; END IF;
    EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', parent);
    EXECUTE format('ALTER TABLE %I RENAME TO %I', parent, old);
    EXECUTE format('ALTER TABLE %I DROP CONSTRAINT %I', old, parent || '_pkey');
    EXECUTE format('SELECT coalesce(max(%I), 0) FROM %I', counted, old) INTO last;
    EXECUTE format('ALTER TABLE %I ALTER COLUMN %I DROP IDENTITY', old, counted);
    EXECUTE format(
        'CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY RANGE (%I)',
        parent, old, key);
    EXECUTE format('ALTER TABLE %I ADD PRIMARY KEY (%I, %I)', parent, counted, key);
    EXECUTE format('CREATE SEQUENCE %I START %s', parent || '_numbers', last + 1);
    EXECUTE format(
        'ALTER TABLE %I ALTER COLUMN %I SET DEFAULT nextval(%L)',
        parent, counted, parent || '_numbers');
    FOR foreign_key IN
        SELECT conname, pg_get_constraintdef(oid) AS definition FROM pg_constraint
        WHERE conrelid = to_regclass(old) AND contype = 'f'
    LOOP
        EXECUTE format(
            'ALTER TABLE %I ADD CONSTRAINT %I %s',
            parent, foreign_key.conname, foreign_key.definition);
    END LOOP;
    -- Triggers that keep history as it is; the partitions get the parent's.
    FOR guard IN
        SELECT tgname, pg_get_triggerdef(oid) AS definition FROM pg_trigger
        WHERE tgrelid = to_regclass(old) AND NOT tgisinternal
    LOOP
        EXECUTE format('DROP TRIGGER %I ON %I', guard.tgname, old);
        EXECUTE replace(guard.definition, old, parent);
    END LOOP;
    EXECUTE format(
        'ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%s)', parent, old, before);
    EXECUTE format('CREATE TABLE %I PARTITION OF %I DEFAULT', parent || '_later', parent);
    INSERT INTO quince_partitioned VALUES (parent, before);
END $$;

DO $$ BEGIN
    PERFORM quince_partition('order_event', 'time', 'sequence');
    PERFORM quince_partition('audit_entry', 'at', 'number');
    IF to_regclass('order_event') IS NOT NULL THEN
        CREATE INDEX IF NOT EXISTS order_event_of_order ON order_event (shop_order, sequence);
    END IF;
END $$;

DO $$ BEGIN
    PERFORM quince_add_month(
        name, date_trunc('month', now() AT TIME ZONE 'UTC') + months * interval '1 month')
    FROM quince_partitioned, generate_series(0, 3) AS months;
END $$;

COMMIT;
