-- Guards of the money that leaves: a password that was typed lately, and the books of payouts and disputes.

-- When the password was last typed in this session; null in one that a link or a social provider opened.
ALTER TABLE refresh_token ADD COLUMN password_at timestamptz;
