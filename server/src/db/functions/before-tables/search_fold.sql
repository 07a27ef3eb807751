-- A text as search compares it: compatibility forms made one, accents taken off, lower case.
--
-- Takes: the text. Locks nothing.
CREATE OR REPLACE FUNCTION search_fold(given text)
RETURNS text
LANGUAGE sql
STABLE
AS $$ SELECT lower(unaccent(normalize(given, NFKC))) $$;
