-- Sign-in with OpenID Connect (docs/decisions/0166): a trip goes to the provider that it began with.
ALTER TABLE social_login ADD COLUMN way text NOT NULL DEFAULT 'instagram' CHECK (way IN ('instagram', 'openid'));
