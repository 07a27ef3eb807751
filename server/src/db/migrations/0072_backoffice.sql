-- Lists of app admins: newest first, a page at a time.
CREATE INDEX orders_newest ON orders (created_at, id);
CREATE INDEX refund_newest ON refund (created_at, id);
