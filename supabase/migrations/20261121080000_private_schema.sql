-- What no client may reach: rules, counters and secrets. The schema is not exposed, and no role of the data API may look in.
create schema private;
comment on schema private is 'Rules, counters and secrets of the site. Not exposed; no role of the data API has a right here.';

revoke all on schema private from public, anon, authenticated, service_role;
