-- A guest is an account row without a password (decisions 8); its address lives in guest_email_norm, so a stranger's
-- guest purchase never collides with, or reveals, a registered account.
CREATE TABLE app_user (
  id bigserial PRIMARY KEY,
  username text NOT NULL UNIQUE,
  username_skeleton text NOT NULL UNIQUE,
  email_norm text UNIQUE,
  email_verified_at timestamptz,
  guest_email_norm text UNIQUE,
  password_hash text,
  name text NOT NULL DEFAULT '',
  surname text NOT NULL DEFAULT '',
  birth_date date,
  avatar_url text,
  bio text NOT NULL DEFAULT '',
  role smallint NOT NULL DEFAULT 0 CHECK (role IN (0, 1)),
  app_admin boolean NOT NULL DEFAULT false,
  massive boolean NOT NULL DEFAULT false,
  advertising boolean NOT NULL DEFAULT false,
  ranking numeric(3, 2) NOT NULL DEFAULT 5,
  zone_name text NOT NULL DEFAULT 'UTC',
  city text NOT NULL DEFAULT '',
  session_version int NOT NULL DEFAULT 0,
  influencer_request text NOT NULL DEFAULT 'none' CHECK (influencer_request IN ('none', 'pending', 'authorized')),
  created_at timestamptz NOT NULL DEFAULT app_now(),
  erased_at timestamptz,
  CHECK (guest_email_norm IS NULL OR password_hash IS NULL)
);

CREATE TABLE refresh_token (
  id uuid PRIMARY KEY,
  family_id uuid NOT NULL,
  user_id bigint NOT NULL REFERENCES app_user,
  hash bytea NOT NULL UNIQUE,
  parent_id uuid UNIQUE REFERENCES refresh_token,
  guest_event uuid,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  used_at timestamptz,
  revoked_at timestamptz,
  expires_at timestamptz NOT NULL
);
CREATE INDEX refresh_token_family ON refresh_token (family_id);
CREATE INDEX refresh_token_user ON refresh_token (user_id);

CREATE TABLE one_time_token (
  hash bytea PRIMARY KEY,
  purpose text NOT NULL,
  user_id bigint REFERENCES app_user,
  payload jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT app_now(),
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
