-- Search removes the vowel marks of Arabic, Hebrew and other scripts (search_fold) and keeps the signs of Indic and
-- South-East Asian words together (search_words). What is listed in these scripts is listed again.
DELETE FROM listed_tag WHERE shown ~ '[\u0300-\u036F\u0590-\u109F\u1780-\u17FF\uFB1D-\uFEFC]';
DELETE FROM search_word WHERE word ~ '[\u0300-\u036F\u0590-\u109F\u1780-\u17FF\uFB1D-\uFEFC]';
SELECT list_hosts(ARRAY(
  SELECT id FROM app_user
  WHERE role = 1
    AND username || ' ' || name || ' ' || surname
      ~ '[\u0300-\u036F\u0590-\u109F\u1780-\u17FF\uFB1D-\uFEFC]'));
SELECT list_events(ARRAY(
  SELECT e.id
  FROM event e
  JOIN app_user u ON u.id = e.host_id
  WHERE concat_ws(' ', e.title, e.description, u.username, u.name, u.surname,
      (SELECT string_agg(t.tag, ' ') FROM event_tag t WHERE t.event_id = e.id))
    ~ '[\u0300-\u036F\u0590-\u109F\u1780-\u17FF\uFB1D-\uFEFC]'));
