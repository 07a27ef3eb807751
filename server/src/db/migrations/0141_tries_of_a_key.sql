-- Which try of a key is going on: the process whose try ended while the database was away knows it again by this.
ALTER TABLE idempotency ADD COLUMN attempt uuid;
