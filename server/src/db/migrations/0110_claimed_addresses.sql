-- Anybody may sign up with any address; one account proves it. An address that only one account could carry would tell whoever
-- signs up that it has an account already.
ALTER TABLE app_user DROP CONSTRAINT app_user_email_norm_key;
CREATE UNIQUE INDEX app_user_proven_email ON app_user (email_norm) WHERE email_verified_at IS NOT NULL;
CREATE INDEX app_user_email ON app_user (email_norm, id);
-- What links Instagram is kept with the account now, and goes with it.
UPDATE outbox SET payload = payload - ARRAY['subject', 'handle'] WHERE topic = 'SocialLinkAsked';
