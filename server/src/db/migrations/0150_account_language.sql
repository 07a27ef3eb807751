-- The language a person chose, or signed up or bought in; NULL: they follow their browser.
ALTER TABLE app_user ADD COLUMN language text CHECK (language IN ('en', 'es', 'de'));
