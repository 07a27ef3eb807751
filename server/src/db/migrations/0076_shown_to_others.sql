-- What others see of a person: a name of their choice, a picture, and whether they stand among the attendees.
ALTER TABLE app_user
  ADD COLUMN shown_name text NOT NULL DEFAULT '' CHECK (char_length(shown_name) <= 40),
  ADD COLUMN show_attending boolean NOT NULL DEFAULT true,
  ADD COLUMN avatar_key text;

-- The name others read: the chosen one; of hosts and guests the one they gave; else the username.
CREATE FUNCTION shown_name_of(u app_user) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(nullif(u.shown_name, ''),
    CASE WHEN u.role = 1 OR u.guest_email_norm IS NOT NULL THEN nullif(trim(u.name || ' ' || u.surname), '') END, u.username) $$;
