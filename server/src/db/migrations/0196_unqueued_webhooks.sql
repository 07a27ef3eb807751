-- Finds the oldest fact whose webhooks are not queued yet, for every lane that is read. The index by rank and attempts
-- would be read whole, with thousands of deliveries that a rush has finished.
CREATE INDEX fact_delivery_of_webhooks ON fact_delivery (fact_id) WHERE queue = 'webhooks' AND given_up_at IS NULL;
