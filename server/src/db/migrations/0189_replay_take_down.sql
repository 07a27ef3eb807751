-- An app admin took a replay down, and why: no one watches or buys it until it is restored. Its files stay.
ALTER TABLE room
  ADD COLUMN replay_taken_down_at timestamptz,
  ADD COLUMN replay_taken_down_reason text CHECK (char_length(replay_taken_down_reason) BETWEEN 1 AND 500),
  ADD CONSTRAINT room_replay_taken_down_with_reason CHECK (
    (replay_taken_down_at IS NULL) = (replay_taken_down_reason IS NULL));

ALTER TABLE activity DROP CONSTRAINT activity_kind_check;
ALTER TABLE activity ADD CONSTRAINT activity_kind_check CHECK (kind IN (
  'sales', 'refunds', 'follows', 'review', 'finished', 'cancelled', 'waitlist', 'payout', 'request',
  'replay_taken_down'));
