-- Names this installation at payment providers, whose accounts others may use too: part of every idempotency key.
ALTER TABLE installation ADD COLUMN public_id text NOT NULL DEFAULT substr(md5(gen_random_uuid()::text), 1, 12);
