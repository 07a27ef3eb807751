-- When the start was moved: whoever ordered before that may give the ticket back (decisions 13).
ALTER TABLE event ADD rescheduled_at timestamptz CHECK ((rescheduled_at IS NOT NULL) = (reschedules = 1));
