-- Search finds Latin words and numbers that stand next to Chinese, Japanese or Korean letters without a space
-- (search_words), and Greek words typed in capitals (search_fold). What is listed in these scripts is listed again.
DELETE FROM listed_tag WHERE shown ~ '[぀-ヿ㐀-鿿가-힯ｦ-ﾟς]';
DELETE FROM search_word WHERE word ~ 'ς';
SELECT list_hosts(ARRAY(
  SELECT id FROM app_user
  WHERE role = 1
    AND username || ' ' || name || ' ' || surname
      ~ '[぀-ヿ㐀-鿿가-힯ｦ-ﾟς]'));
SELECT list_events(ARRAY(
  SELECT e.id
  FROM event e
  JOIN app_user u ON u.id = e.host_id
  WHERE concat_ws(' ', e.title, e.description, u.username, u.name, u.surname,
      (SELECT string_agg(t.tag, ' ') FROM event_tag t WHERE t.event_id = e.id))
    ~ '[぀-ヿ㐀-鿿가-힯ｦ-ﾟς]'));
