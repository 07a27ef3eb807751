-- Whose account this one turned out to be: what it was still buying then follows once it is bought.
ALTER TABLE app_user ADD COLUMN joined_into bigint REFERENCES app_user;
