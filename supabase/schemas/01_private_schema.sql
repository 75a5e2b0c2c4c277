-- The schema private: functions, counters and secrets that no API client can reach. It is not exposed by the data API, and no API role
-- has a right in it. Tables in it have row security without policies as a second barrier.

create schema private;
comment on schema private is 'Rules, counters and secrets of the site. Not exposed; no role of the data API has a right here.';
revoke all on schema private from public, anon, authenticated, service_role;
