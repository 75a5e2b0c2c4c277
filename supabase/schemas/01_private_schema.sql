-- The schema private: validation rules, rate-limit counters and secrets. The data API does not expose it, and no API role has privileges in
-- it. As a second barrier, its tables have row-level security enabled and no policies.

create schema private;
comment on schema private is
  'Validation rules, rate-limit counters and secrets. The data API does not expose it; no API role has privileges in it.';
revoke all on schema private from public, anon, authenticated, service_role;
