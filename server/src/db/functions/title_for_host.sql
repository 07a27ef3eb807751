-- What an event is called where its host reads of it: a private meeting after who it is with. As `title_of` otherwise.
--
-- Takes: the event's row; answers null for none. Locks nothing.
CREATE OR REPLACE FUNCTION title_for_host(e event)
RETURNS jsonb
LANGUAGE sql
STABLE
AS $$
  SELECT CASE
    WHEN e.private_for IS NULL THEN title_of(e)
    ELSE jsonb_build_object('made', 'meeting', 'text', coalesce(
      (SELECT 'Private meeting with ' || shown_name_of(u) FROM app_user u
       WHERE u.id = e.private_for AND u.erased_at IS NULL),
      'Private meeting'))
  END
$$;
