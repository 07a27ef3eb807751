-- Renamed to sell_costless_seats and not_sold_out_for.
DROP FUNCTION IF EXISTS sell_free_seats(uuid, json, int);
DROP FUNCTION IF EXISTS known_at_full_event(uuid, smallint, bigint[]);
