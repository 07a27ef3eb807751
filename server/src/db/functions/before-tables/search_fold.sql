-- A text as search compares it: compatibility forms made one, accents and vowel marks removed, lower case. Hamza, yeh,
-- kaf and teh marbuta are written in several ways on different keyboards and count as one letter each, as does the
-- Greek sigma at the end of a word, which capitals do not tell apart.
--
-- Removed are the marks of Latin, Greek, Cyrillic, Arabic, Hebrew and Syriac, which readers of these scripts leave out,
-- and the Arabic tatweel. The marks of Indic and South-East Asian scripts stay: there they tell words apart.
--
-- Takes: the text. Locks nothing.
CREATE OR REPLACE FUNCTION search_fold(given text)
RETURNS text
LANGUAGE sql
STABLE
AS $$
  SELECT translate(
    regexp_replace(
      lower(unaccent(normalize(given, NFKC))),
      '[\u0300-\u036F\u0483-\u0487\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u0640\u064B-\u065F'
        '\u0670\u06D6-\u06DC\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED\u0711\u0730-\u074A\u08D3-\u08E1\u08E3-\u08FF'
        '\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F]',
      '', 'g'),
    'أإآٱىیکةς', 'ااااييكهσ')
$$;
