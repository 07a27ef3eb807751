-- Mails that were handed over, so that a fact handled twice mails once.
CREATE TABLE mail_sent (
  dedupe_key text PRIMARY KEY,
  claimed_at timestamptz NOT NULL DEFAULT app_now(),
  sent_at timestamptz
);
CREATE INDEX mail_sent_claimed ON mail_sent (claimed_at);

-- The mailbox of an installation without SMTP, for development only.
CREATE TABLE dev_mailbox (
  id bigserial PRIMARY KEY,
  dedupe_key text NOT NULL UNIQUE,
  to_address text NOT NULL,
  subject text NOT NULL,
  html text NOT NULL,
  text text NOT NULL,
  attachments jsonb NOT NULL DEFAULT '[]',
  at timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX dev_mailbox_to ON dev_mailbox (to_address, id);
