-- A replay as one MP4, made when someone asks for it (docs/decisions/0179). At most one for each event.
CREATE TYPE replay_download_status AS ENUM ('queued', 'running', 'ready', 'failed');
CREATE TABLE replay_download (
  event_id uuid PRIMARY KEY REFERENCES event,
  -- A new one for each time it is made.
  id uuid NOT NULL UNIQUE,
  status replay_download_status NOT NULL DEFAULT 'queued',
  asked_at timestamptz NOT NULL DEFAULT app_now(),
  -- The process that makes it, when it was last heard of, and how many have begun.
  worker uuid,
  seen_at timestamptz,
  attempts int NOT NULL DEFAULT 0,
  -- In percent.
  progress int NOT NULL DEFAULT 0 CHECK (progress BETWEEN 0 AND 100),
  problem text CHECK (problem IN ('disk_full', 'failed')),
  file_key text UNIQUE,
  bytes bigint CHECK (bytes > 0),
  ended_at timestamptz,
  CHECK ((status = 'failed') = (problem IS NOT NULL)),
  CHECK ((status = 'ready') = (file_key IS NOT NULL)),
  CHECK ((file_key IS NULL) = (bytes IS NULL)),
  CHECK ((status IN ('ready', 'failed')) = (ended_at IS NOT NULL))
);
CREATE UNIQUE INDEX replay_download_running ON replay_download (status) WHERE status = 'running';
CREATE TRIGGER replay_download_forward BEFORE UPDATE OF status ON replay_download
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status)
  EXECUTE FUNCTION forward_only('queued>running', 'running>ready', 'running>failed');

ALTER TABLE room
  -- People who watch the whole replay may download it, too, and not its host alone.
  ADD COLUMN replay_downloads boolean NOT NULL DEFAULT false;
