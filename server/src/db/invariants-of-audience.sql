-- name: R13 a time limit is of somebody's turn, a pin and a question are of a raised hand, and no turn is long over
SELECT r.event_id FROM room r
WHERE (r.turn_ends_at IS NOT NULL AND (r.speaker_id IS NULL OR r.turn_ends_at < app_now()))
  OR (r.turn_ends_at IS NULL) <> (r.turn_seconds IS NULL)
  OR (r.pinned_hand_id IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM room_member m
    WHERE m.event_id = r.event_id AND m.user_id = r.pinned_hand_id AND m.hand_raised_at IS NOT NULL))
  OR EXISTS (
    SELECT 1 FROM room_member m
    WHERE m.event_id = r.event_id AND m.hand_question IS NOT NULL AND m.hand_raised_at IS NULL);
-- name: R16 only somebody with a hand up gets ready, while screening is on, and not for longer than they have
SELECT r.event_id FROM room r
WHERE (r.next_id IS NULL) <> (r.next_state IS NULL)
  OR (r.next_id IS NOT NULL AND NOT r.screening)
  OR (r.next_answer_by IS NOT NULL AND (r.next_state IS DISTINCT FROM 'warmingUp' OR r.next_answer_by < app_now()))
  OR (r.next_id IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM room_member m
    WHERE m.event_id = r.event_id AND m.user_id = r.next_id AND m.hand_raised_at IS NOT NULL))
  OR EXISTS (
    SELECT 1 FROM room_member m
    WHERE m.event_id = r.event_id AND m.warm_up_passed AND m.hand_raised_at IS NULL);
-- name: R14 the votes of a question are counted right, only an open one is pinned, and one is answered in a turn
SELECT q.id FROM question q
WHERE q.votes <> (SELECT count(*) FROM question_vote v WHERE v.question_id = q.id)
  OR (q.pinned AND q.state <> 'open')
  OR (q.answering AND NOT EXISTS (
    SELECT 1 FROM room r WHERE r.event_id = q.event_id AND r.speaker_id = q.author_id AND q.state = 'open'))
  OR (q.answering AND EXISTS (
    SELECT 1 FROM question x WHERE x.event_id = q.event_id AND x.answering AND x.id <> q.id));
-- name: R15 a poll is open only while its event is live; votes are for its answers, one each unless several are allowed
SELECT p.id FROM poll p
JOIN event e ON e.id = p.event_id
WHERE (p.status = 'open' AND e.state <> 1)
  OR EXISTS (
    SELECT 1 FROM poll_vote v
    WHERE v.poll_id = p.id AND (v.choice < 0 OR v.choice >= cardinality(p.choices) OR p.status = 'prepared'))
  OR (NOT p.multiple AND EXISTS (
    SELECT 1 FROM poll_vote v WHERE v.poll_id = p.id GROUP BY v.user_id HAVING count(*) > 1));
