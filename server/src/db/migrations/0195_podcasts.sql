-- The public replays of a host as a podcast (docs/decisions/0184): whether they are offered, and whether the host says
-- that they have explicit content.
ALTER TABLE app_user
  ADD COLUMN podcast boolean NOT NULL DEFAULT false,
  ADD COLUMN podcast_explicit boolean NOT NULL DEFAULT false;
CREATE INDEX app_user_podcast ON app_user (id) WHERE podcast;

-- A replay is made into a video, when someone asks for it, or into the sound of an episode.
CREATE TYPE replay_download_form AS ENUM ('video', 'audio');
ALTER TABLE replay_download
  ADD COLUMN form replay_download_form NOT NULL DEFAULT 'video',
  ADD COLUMN length_ms int CHECK (length_ms > 0),
  DROP CONSTRAINT replay_download_pkey,
  ADD PRIMARY KEY (event_id, form),
  DROP CONSTRAINT replay_download_problem_check,
  ADD CONSTRAINT replay_download_problem_check CHECK (problem IN ('disk_full', 'failed', 'no_sound')),
  ADD CONSTRAINT replay_download_length_check CHECK (
    (form = 'audio' AND status = 'ready') = (length_ms IS NOT NULL));

-- Viewers of earlier recordings agreed to be in a replay before they were told that it may be a podcast: their sound is
-- in none.
ALTER TABLE recording_part ADD COLUMN for_podcasts boolean NOT NULL DEFAULT false;
ALTER TABLE recording_part ALTER COLUMN for_podcasts SET DEFAULT true;
