-- The websites on which a host's events may be embedded, as origins (docs/decisions/0144); null: any website.
ALTER TABLE app_user ADD COLUMN embed_sites text[] CHECK (cardinality(embed_sites) <= 20);
