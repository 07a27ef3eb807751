-- The other account of the same address: a guest and somebody registered are one person once `other_id` has proven the address.
-- What a room decided about a person holds for both of their accounts, so registering is no way back in.
CREATE VIEW same_person AS
  SELECT u.id AS user_id, o.id AS other_id FROM app_user u JOIN app_user o ON o.guest_email_norm = u.email_norm
  WHERE o.email_verified_at IS NOT NULL
  UNION ALL
  SELECT u.id, o.id FROM app_user u JOIN app_user o ON o.email_norm = u.guest_email_norm
  WHERE o.email_verified_at IS NOT NULL;
