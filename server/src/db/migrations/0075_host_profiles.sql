-- What a host says of itself on its public page.
ALTER TABLE app_user
  ADD COLUMN lang_ides int[] NOT NULL DEFAULT '{}',
  ADD COLUMN links text[] NOT NULL DEFAULT '{}' CHECK (cardinality(links) <= 5),
  ADD CONSTRAINT bio_length CHECK (char_length(bio) <= 500);
