-- A host's own lists and the newest hosts, however many events and people there are.
CREATE INDEX event_own_lists ON event (host_id, state, starts_at, id);
CREATE INDEX app_user_hosts ON app_user (created_at DESC, id DESC) WHERE role = 1 AND erased_at IS NULL;
