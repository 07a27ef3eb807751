-- The name others read of a person: the one they chose; of hosts and guests the one they gave; else the username.
--
-- Takes: the person's row. Locks nothing.
CREATE OR REPLACE FUNCTION shown_name_of(u app_user)
RETURNS text
LANGUAGE sql
IMMUTABLE
AS $$
  SELECT coalesce(
    nullif(u.shown_name, ''),
    CASE WHEN u.role = 1 OR u.guest_email_norm IS NOT NULL THEN nullif(trim(u.name || ' ' || u.surname), '') END,
    u.username)
$$;
