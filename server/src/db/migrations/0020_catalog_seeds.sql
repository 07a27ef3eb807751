-- Catalogue of decisions 44. Forward-only; a later file changes a row, never this one.
INSERT INTO language (ide, code, description, image)
SELECT ide, code, description,
  'data:image/svg+xml,%3Csvg xmlns=''http://www.w3.org/2000/svg'' viewBox=''0 0 48 48''%3E%3Ccircle cx=''24'' cy=''24'' r=''24'' fill=''%236C4CF1''/%3E'
  || '%3Ctext x=''24'' y=''31'' font-family=''sans-serif'' font-size=''19'' font-weight=''700'' fill=''%23fff'' text-anchor=''middle''%3E' || upper(code) || '%3C/text%3E%3C/svg%3E'
FROM (VALUES
  (1, 'en', 'English'), (2, 'es', 'Español'), (3, 'fr', 'Français'), (4, 'de', 'Deutsch'), (5, 'it', 'Italiano'), (6, 'pt', 'Português'),
  (7, 'nl', 'Nederlands'), (8, 'pl', 'Polski'), (9, 'cs', 'Čeština'), (10, 'sv', 'Svenska'), (11, 'ja', '日本語'), (12, 'ko', '한국어'),
  (13, 'zh', '中文'), (14, 'ar', 'العربية'), (15, 'hi', 'हिन्दी'), (16, 'tr', 'Türkçe')
) AS known (ide, code, description);

INSERT INTO category (ide, slug, description) VALUES
  (1, 'music', 'Music'), (2, 'cooking', 'Cooking'), (3, 'fitness', 'Fitness'), (4, 'coding', 'Coding'), (5, 'comedy', 'Comedy'),
  (6, 'language', 'Languages'), (7, 'wellness', 'Wellness'), (8, 'art', 'Art'), (9, 'talk', 'Talks'), (10, 'dance', 'Dance'), (11, 'gaming', 'Gaming');

-- Fee 0.50 + 5 %; prices up to 500; 49 seats in interactive rooms. max_attendees_massive is for hosts with the flag.
INSERT INTO ticket_type (id, event_type, rally_ticket, ticket_price_enabled, max_attendees, max_attendees_massive, max_ticket_price, min_fee_minor, fee_bp, currency) VALUES
  (1, 0, false, false, 49, 49, 0, 50, 500, 'EUR'),
  (2, 0, false, true, 49, 49, 500, 50, 500, 'EUR'),
  (3, 0, true, false, 49, 49, 0, 50, 500, 'EUR'),
  (4, 1, false, false, 1000, 1000, 0, 50, 500, 'EUR'),
  (5, 1, false, true, 1000, 100000, 500, 50, 500, 'EUR'),
  (6, 1, true, false, 1000, 1000, 0, 50, 500, 'EUR');
