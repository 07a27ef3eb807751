-- What the hash of a row of the audit log is made from: all that it says, the same in every session.
--
-- Takes: the row. Locks nothing.
CREATE OR REPLACE FUNCTION audit_bytes(a audit_log)
RETURNS bytea
LANGUAGE sql
STABLE
AS $$
  SELECT convert_to(
    jsonb_build_array(a.id, extract(epoch FROM a.at), a.actor_id, a.action, a.subject_id, a.details)::text, 'UTF8')
$$;
