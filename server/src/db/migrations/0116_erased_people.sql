-- Whoever was erased lately, for what came in at that very moment.
CREATE INDEX app_user_erased ON app_user (erased_at) WHERE erased_at IS NOT NULL;
