-- Recurring jobs whose last run failed, for the admin overview. A run that succeeds deletes its row.
CREATE TABLE failed_job (
  job text PRIMARY KEY,
  failures int NOT NULL DEFAULT 1 CHECK (failures > 0),
  first_failed_at timestamptz NOT NULL DEFAULT app_now(),
  last_failed_at timestamptz NOT NULL DEFAULT app_now(),
  error text NOT NULL
);

-- Payouts that should have moved by now: not sent for a day, or sent and not confirmed for five. A payout that an app
-- admin holds waits on purpose.
CREATE VIEW stuck_payout AS
  SELECT p.id, p.host_id, p.amount_minor, p.currency, p.created_at
  FROM payout p
  WHERE (p.status = 'requested' AND p.created_at < app_now() - interval '1 day'
      OR p.status = 'sent' AND p.sent_at < app_now() - interval '5 days')
    AND NOT EXISTS (SELECT 1 FROM payout_hold h WHERE h.host_id = p.host_id);

-- The timeline of an order lists the webhooks about its payment.
CREATE INDEX provider_event_object ON provider_event (object_ref) WHERE object_ref IS NOT NULL;
-- The pages of a person and of an order list what app admins did about them.
CREATE INDEX audit_log_subject ON audit_log (subject_id, id);
