-- An address is kept in one spelling (core/src/accounts/email.ts): lower case, the domain in ASCII without a dot at its
-- end. Otherwise the unique indexes would take two spellings of one mailbox for two people.
ALTER TABLE app_user
  ADD CONSTRAINT app_user_email_spelling CHECK (email_norm ~ '^[^@A-Z]+@([a-z0-9-]+[.])+[a-z0-9-]+$'),
  ADD CONSTRAINT app_user_guest_email_spelling CHECK (guest_email_norm ~ '^[^@A-Z]+@([a-z0-9-]+[.])+[a-z0-9-]+$');
ALTER TABLE orders
  ADD CONSTRAINT orders_email_spelling CHECK (email_norm ~ '^[^@A-Z]+@([a-z0-9-]+[.])+[a-z0-9-]+$');
