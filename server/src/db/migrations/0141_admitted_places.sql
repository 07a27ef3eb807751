-- People who have begun and hold no seat yet are counted, too.
DROP INDEX queue_place_admitted;
CREATE INDEX queue_place_admitted ON queue_place (event_id, admitted_at);
