CREATE TABLE installation_setting (
    name   text        NOT NULL,
    value  text        NOT NULL,
    set_at timestamptz NOT NULL,
    CONSTRAINT installation_setting_pkey PRIMARY KEY (name)
);
COMMENT ON TABLE installation_setting IS
    'Settings of the installation as a whole, which no single process may decide for the others by how it is configured.';
COMMENT ON COLUMN installation_setting.name IS 'events: whether events are wanted, and who publishes them (kafka, cdc, off).';
COMMENT ON COLUMN installation_setting.set_at IS
    'When it got this value. What the value allows to remove is counted from here.';
