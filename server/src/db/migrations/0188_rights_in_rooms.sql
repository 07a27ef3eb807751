-- People with a role or rights are few among those who were in a room; those of closed rooms are looked at each minute.
CREATE INDEX room_member_with_rights ON room_member (event_id) WHERE is_admin OR stage_role <> 'viewer';
