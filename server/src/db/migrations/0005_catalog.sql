-- What hosts choose from when they publish. These rows change by a later migration, never in this file.

CREATE TABLE language (
  ide int PRIMARY KEY,
  code text NOT NULL UNIQUE,
  description text NOT NULL,
  image text NOT NULL
);

CREATE TABLE category (
  ide int PRIMARY KEY,
  slug text NOT NULL UNIQUE,
  description text NOT NULL
);

CREATE TABLE ticket_type (
  id int PRIMARY KEY,
  -- 0 interactive, 1 broadcast.
  event_type smallint NOT NULL CHECK (event_type IN (0, 1)),
  -- Only for holders of tokens.
  rally_ticket boolean NOT NULL,
  ticket_price_enabled boolean NOT NULL,
  max_attendees int NOT NULL,
  -- For hosts with app_user.massive.
  max_attendees_massive int NOT NULL,
  max_ticket_price int NOT NULL,
  min_fee_minor bigint NOT NULL,
  -- Basis points: 500 are 5 %.
  fee_bp int NOT NULL,
  currency char(3) NOT NULL
);

-- A language's picture is its code in a circle.
INSERT INTO language (ide, code, description, image)
SELECT
  ide, code, description,
  'data:image/svg+xml,%3Csvg xmlns=''http://www.w3.org/2000/svg'' viewBox=''0 0 48 48''%3E'
    || '%3Ccircle cx=''24'' cy=''24'' r=''24'' fill=''%236C4CF1''/%3E'
    || '%3Ctext x=''24'' y=''31'' font-family=''sans-serif'' font-size=''19'' font-weight=''700'''
    || ' fill=''%23fff'' text-anchor=''middle''%3E' || upper(code) || '%3C/text%3E%3C/svg%3E'
FROM (VALUES
  (1, 'en', 'English'),
  (2, 'es', 'Español'),
  (3, 'fr', 'Français'),
  (4, 'de', 'Deutsch'),
  (5, 'it', 'Italiano'),
  (6, 'pt', 'Português'),
  (7, 'nl', 'Nederlands'),
  (8, 'pl', 'Polski'),
  (9, 'cs', 'Čeština'),
  (10, 'sv', 'Svenska'),
  (11, 'ja', '日本語'),
  (12, 'ko', '한국어'),
  (13, 'zh', '中文'),
  (14, 'ar', 'العربية'),
  (15, 'hi', 'हिन्दी'),
  (16, 'tr', 'Türkçe')
) AS known (ide, code, description);

INSERT INTO category (ide, slug, description) VALUES
  (1, 'music', 'Music'),
  (2, 'cooking', 'Cooking'),
  (3, 'fitness', 'Fitness'),
  (4, 'coding', 'Coding'),
  (5, 'comedy', 'Comedy'),
  (6, 'language', 'Languages'),
  (7, 'wellness', 'Wellness'),
  (8, 'art', 'Art'),
  (9, 'talk', 'Talks'),
  (10, 'dance', 'Dance'),
  (11, 'gaming', 'Gaming');

-- The fee is 0.50 and 5 %; prices go up to 500; an interactive room has 49 seats.
INSERT INTO ticket_type (
  id, event_type, rally_ticket, ticket_price_enabled, max_attendees, max_attendees_massive, max_ticket_price,
  min_fee_minor, fee_bp, currency)
VALUES
  (1, 0, false, false, 49, 49, 0, 50, 500, 'EUR'),
  (2, 0, false, true, 49, 49, 500, 50, 500, 'EUR'),
  (3, 0, true, false, 49, 49, 0, 50, 500, 'EUR'),
  (4, 1, false, false, 1000, 1000, 0, 50, 500, 'EUR'),
  (5, 1, false, true, 1000, 100000, 500, 50, 500, 'EUR'),
  (6, 1, true, false, 1000, 1000, 0, 50, 500, 'EUR');
