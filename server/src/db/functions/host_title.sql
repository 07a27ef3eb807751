-- What an event was called where its host read of it, before `title_for_host`: for processes of the last release.
--
-- Takes: the event's row. Locks nothing.
CREATE OR REPLACE FUNCTION host_title(e event)
RETURNS text
LANGUAGE sql
STABLE
AS $$
  SELECT CASE
    WHEN e.private_for IS NULL THEN e.title
    ELSE coalesce(
      (SELECT 'Private meeting with ' || shown_name_of(u) FROM app_user u
       WHERE u.id = e.private_for AND u.erased_at IS NULL),
      'Private meeting')
  END
$$;
