-- Whoever went to connect Instagram and whose sessions were all ended meanwhile gets no way in: the version says whether they were.
ALTER TABLE social_login ADD COLUMN connect_version int;
