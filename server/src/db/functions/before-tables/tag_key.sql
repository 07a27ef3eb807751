-- What a tag is compared by: tags that differ only in how their words are joined are one tag.
--
-- Takes: the tag. Answers it folded and without blanks and joining marks; only folded, where nothing else is in it.
-- Locks nothing.
CREATE OR REPLACE FUNCTION tag_key(tag text)
RETURNS text
LANGUAGE sql
STABLE
AS $$
  SELECT coalesce(nullif(regexp_replace(folded, '[-/.''_·[:space:]\u00AD\u2010\u2011\u2019]+', '', 'g'), ''), folded)
  FROM (SELECT search_fold(tag) AS folded) AS given
$$;
