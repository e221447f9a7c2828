-- Staff look for applications by country.
DROP INDEX CONCURRENTLY IF EXISTS shipping_application_origin;
CREATE INDEX CONCURRENTLY shipping_application_origin
    ON shipping_application (origin, status, accepted_at DESC, id DESC);
DROP INDEX CONCURRENTLY IF EXISTS shipping_application_destination;
CREATE INDEX CONCURRENTLY shipping_application_destination
    ON shipping_application (destination, status, accepted_at DESC, id DESC);
-- Replaced by shipping_application_status_accepted. Version N-1 lists by status with a sort until it is gone.
DROP INDEX CONCURRENTLY IF EXISTS shipping_application_status_newest;
