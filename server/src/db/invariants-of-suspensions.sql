-- What must hold of suspended people and unpublished events; see invariants.sql.
-- name: M01 a suspended person has no session
SELECT u.id FROM app_user u
JOIN refresh_token r ON r.user_id = u.id
WHERE u.suspended_at IS NOT NULL AND r.revoked_at IS NULL AND r.expires_at > app_now();
-- name: M02 a suspended host has no live event, and no upcoming event on sale
SELECT e.id FROM event e
JOIN app_user u ON u.id = e.host_id
WHERE u.suspended_at IS NOT NULL AND (e.state = 1 OR e.state = 0 AND e.unpublished_at IS NULL);
-- name: M03 an event that was unpublished with its host is published again with it
SELECT e.id FROM event e
JOIN app_user u ON u.id = e.host_id
WHERE e.unpublished_with_host AND u.suspended_at IS NULL AND e.state < 2;
-- name: M04 an unpublished event is in no list
SELECT e.id FROM event e
JOIN listed_event l ON l.event_id = e.id
WHERE e.unpublished_at IS NOT NULL;
