-- What an event is called, and what the server made that title for: null where a host wrote it (`EventTitle` of core).
--
-- Takes: the event's row; answers null for none. Locks nothing.
CREATE OR REPLACE FUNCTION title_of(e event)
RETURNS jsonb
LANGUAGE sql
STABLE
AS $$
  SELECT CASE WHEN e.id IS NOT NULL THEN jsonb_build_object('text', e.title, 'made', made_title(e)) END
$$;
