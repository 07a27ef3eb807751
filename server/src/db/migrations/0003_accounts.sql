-- People, their sessions, and the ways they prove who they are.

-- A guest is a row without a password whose address stands in guest_email_norm, so that a stranger's guest purchase
-- never collides with a registered account or reveals one (docs/decisions/0005-guest-accounts.md).
-- Anyone may sign up with any address; one account proves it (docs/decisions/0018-unverified-email-addresses.md).
-- An address is kept in one spelling (core/src/accounts/email.ts): lower case, the domain in ASCII without a dot at its
-- end. Otherwise the unique indexes would take two spellings of one mailbox for two people.
CREATE TABLE app_user (
  id bigserial PRIMARY KEY,
  username text NOT NULL UNIQUE,
  -- The username with look-alike letters made one.
  username_skeleton text NOT NULL UNIQUE,
  email_norm text,
  email_verified_at timestamptz,
  guest_email_norm text UNIQUE,
  password_hash text,
  name text NOT NULL DEFAULT '',
  surname text NOT NULL DEFAULT '',
  birth_date date,
  avatar_url text,
  -- What a host says on the public page.
  bio text NOT NULL DEFAULT '',
  -- 0 viewer, 1 host.
  role smallint NOT NULL DEFAULT 0 CHECK (role IN (0, 1)),
  app_admin boolean NOT NULL DEFAULT false,
  -- May publish broadcasts for more than a thousand viewers.
  massive boolean NOT NULL DEFAULT false,
  advertising boolean NOT NULL DEFAULT false,
  -- A host's score: core computes it from host_record (docs/decisions/0014-host-score.md).
  ranking numeric(3, 2) NOT NULL DEFAULT 5,
  zone_name text NOT NULL DEFAULT 'UTC',
  city text NOT NULL DEFAULT '',
  -- Raised to end every session at once.
  session_version int NOT NULL DEFAULT 0,
  influencer_request text NOT NULL DEFAULT 'none' CHECK (influencer_request IN ('none', 'pending', 'authorized')),
  created_at timestamptz NOT NULL DEFAULT app_now(),
  erased_at timestamptz,
  lang_ides int[] NOT NULL DEFAULT '{}',
  links text[] NOT NULL DEFAULT '{}' CHECK (cardinality(links) <= 5),
  -- What others see of a person: a name of their choice, a picture, and whether they stand among the attendees.
  shown_name text NOT NULL DEFAULT '' CHECK (char_length(shown_name) <= 40),
  show_attending boolean NOT NULL DEFAULT true,
  avatar_key text,
  review_count int NOT NULL DEFAULT 0,
  -- The account this one turned out to belong to: what it was still buying then follows once it is bought.
  joined_into bigint REFERENCES app_user,
  CHECK (guest_email_norm IS NULL OR password_hash IS NULL),
  CONSTRAINT bio_length CHECK (char_length(bio) <= 500),
  CONSTRAINT app_user_email_spelling CHECK (email_norm ~ '^[^@A-Z]+@([a-z0-9-]+[.])+[a-z0-9-]+$'),
  CONSTRAINT app_user_guest_email_spelling CHECK (guest_email_norm ~ '^[^@A-Z]+@([a-z0-9-]+[.])+[a-z0-9-]+$')
);
CREATE UNIQUE INDEX app_user_proven_email ON app_user (email_norm) WHERE email_verified_at IS NOT NULL;
CREATE INDEX app_user_email ON app_user (email_norm, id);
-- The newest hosts, however many people there are.
CREATE INDEX app_user_hosts ON app_user (created_at DESC, id DESC) WHERE role = 1 AND erased_at IS NULL;
-- People erased recently, for what came in at that very moment.
CREATE INDEX app_user_erased ON app_user (erased_at) WHERE erased_at IS NOT NULL;

-- The other account of the same address: a guest and somebody registered are one person once `other_id` has proven
-- the address. What a room decided about a person holds for both of their accounts, so registering is no way back in.
CREATE VIEW same_person AS
  SELECT u.id AS user_id, o.id AS other_id
  FROM app_user u
  JOIN app_user o ON o.guest_email_norm = u.email_norm
  WHERE o.email_verified_at IS NOT NULL
  UNION ALL
  SELECT u.id, o.id
  FROM app_user u
  JOIN app_user o ON o.email_norm = u.guest_email_norm
  WHERE o.email_verified_at IS NOT NULL;

-- A session is a family of refresh tokens, each used once; the parent of a token is the one it was exchanged for.
CREATE TABLE refresh_token (
  id uuid PRIMARY KEY,
  family_id uuid NOT NULL,
  user_id bigint NOT NULL REFERENCES app_user,
  hash bytea NOT NULL UNIQUE,
  parent_id uuid UNIQUE REFERENCES refresh_token,
  -- A guest's session is for one event.
  guest_event uuid,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  used_at timestamptz,
  revoked_at timestamptz,
  expires_at timestamptz NOT NULL,
  -- How people recognise a session in the list of theirs: the browser's own description.
  device text NOT NULL DEFAULT ''
);
CREATE INDEX refresh_token_family ON refresh_token (family_id);
CREATE INDEX refresh_token_user ON refresh_token (user_id);
-- A request asks whether its session was ended: it looks at the few ended rows, not at every rotation of the session.
CREATE INDEX refresh_token_ended ON refresh_token (family_id) WHERE revoked_at IS NOT NULL;
CREATE INDEX refresh_token_expiry ON refresh_token (expires_at);

-- The links in mails: confirm an address, log in, set a password. Only their hash is kept.
CREATE TABLE one_time_token (
  hash bytea PRIMARY KEY,
  purpose text NOT NULL,
  user_id bigint REFERENCES app_user,
  payload jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT app_now(),
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX one_time_token_expiry ON one_time_token (expires_at);
CREATE INDEX one_time_token_user ON one_time_token (user_id, purpose);

-- Attempts in a window of time, for limits that must hold across processes (log-ins, mails). Keys are hashes: no
-- address is kept. A crash may forget it, so it is not worth the write-ahead log.
CREATE UNLOGGED TABLE attempt_counter (
  scope text,
  key bytea,
  used int NOT NULL,
  window_ends timestamptz NOT NULL,
  PRIMARY KEY (scope, key)
);
CREATE INDEX attempt_counter_ends ON attempt_counter (window_ends);

-- Who somebody is at the provider of social log-in. An account has at most one identity per provider, an identity one
-- account.
CREATE TABLE social_identity (
  provider text NOT NULL,
  subject text NOT NULL,
  user_id bigint NOT NULL REFERENCES app_user,
  handle text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (provider, subject),
  UNIQUE (user_id, provider)
);

-- One trip to the provider and back. State and PKCE verifier stay here; the tab that began holds the key, and only it
-- can go on.
CREATE TABLE social_login (
  key_hash bytea PRIMARY KEY,
  state_hash bytea NOT NULL UNIQUE,
  code_verifier text NOT NULL,
  expires_at timestamptz NOT NULL,
  returned_at timestamptz,
  person jsonb,
  used_at timestamptz,
  -- Somebody who is logged in connects the provider to this account, unless all of its sessions have ended since:
  -- then its session_version is another one.
  connect_to bigint REFERENCES app_user,
  connect_version int
);
CREATE INDEX social_login_expiry ON social_login (expires_at);

-- Codes of the built-in provider, for installations without a real one.
CREATE TABLE social_stand_in_code (
  hash bytea PRIMARY KEY,
  code_challenge text NOT NULL,
  return_url text NOT NULL,
  handle text NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);

-- The shared secret of an authenticator app, sealed with a key of the installation: a stolen database opens nothing.
-- Codes of a step up to last_step were used or passed over. Not confirmed: begun and never finished.
CREATE TABLE second_factor (
  user_id bigint PRIMARY KEY REFERENCES app_user,
  sealed_secret bytea NOT NULL,
  confirmed_at timestamptz,
  last_step bigint NOT NULL DEFAULT 0
);

CREATE TABLE recovery_code (
  user_id bigint NOT NULL REFERENCES second_factor ON DELETE CASCADE,
  hash bytea NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (user_id, hash)
);
