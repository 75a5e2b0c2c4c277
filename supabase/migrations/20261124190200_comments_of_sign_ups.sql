-- Comments in function bodies and on objects use standard terms. What the functions do is unchanged.

comment on table public.mail_outbox is 'Mails that are waiting, leased, sent or given up.';
comment on column public.mail_outbox.recipient is
  'Null: mail to the team, whose address is not stored in the database, or a recipient that retention deleted.';
comment on column public.mail_outbox.data is 'The data that the mail is rendered from; emptied when the mail is sent.';
comment on column public.mail_outbox.dedupe_key is 'Unique, so that inserting the same mail again is idempotent.';
comment on column public.mail_outbox.attempts is 'How many times the mail was claimed.';
comment on policy service_role_manages on public.mail_outbox is
  'Gives service_role all rows on a host where the role cannot have BYPASSRLS.';

comment on table public.early_access_users is 'Sign-ups for early access.';
comment on column public.early_access_users.email is 'In lower case, so that the unique constraint ignores case.';
comment on column public.early_access_users.is_paid is 'Reported by the browser and unverified; an operator sets payment_verified.';
comment on column public.early_access_users.consent_wording is
  'Version of the consent sentence beside the button that the visitor saw. A migration changes the default when the wording changes.';
comment on column public.early_access_users.flag_reason is
  'Why an operator should review the row, or null. A trigger sets it for buyers; a row without it satisfies every validation rule.';
comment on column public.early_access_users.claimed_at is 'When a payment was first reported for this row; null for a free sign-up.';
comment on column public.early_access_users.further_claims is
  'Other payments reported for the same address, at most 100: order_id, amount, claimed_at. Unverified claims: anyone can report them.';
comment on policy visitors_sign_up on public.early_access_users is
  'Anyone may sign up; a payment that they report is an unverified claim and grants nothing.';
comment on policy service_role_manages on public.early_access_users is
  'Gives service_role all rows on a host where the role cannot have BYPASSRLS.';

create or replace function private.tidy_signup() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  written_name constant text := new.name;
  written_email constant text := new.email;
begin
  if new.name is null or new.email is null then
    raise not_null_violation using
      message = format(
        'null value in column "%s" of relation "early_access_users" violates not-null constraint',
        case when new.name is null then 'name' else 'email' end
      ),
      schema = 'public', table = 'early_access_users', column = case when new.name is null then 'name' else 'email' end;
  end if;
  new.name := private.tidy_name(written_name);
  new.email := private.tidy_email(written_email);
  if new.is_paid or new.flag_reason is not null then
    new.flag_reason := private.buyer_flag(new.name, new.email);
    if private.name_fault(new.name) is not null then
      new.name := private.sanitise_name(written_name);
    end if;
    if private.email_fault(new.email) is not null then
      new.email := coalesce(nullif(private.sanitise_email(written_email), ''), 'missing:' || new.id);
    end if;
  end if;
  if new.is_paid and tg_op = 'INSERT' then
    new.claimed_at := coalesce(new.claimed_at, new.created_at);
    -- In a security definer function, current_user is the owner; the setting role still holds the role of the request.
    if current_setting('role') in ('anon', 'authenticated') then
      new.consent_wording := 'payment-1';
      new.consent_form := 'payment';
    end if;
  end if;
  return new;
end
$$;
comment on function private.tidy_signup() is
  'Refuses a missing name or address, then normalises both; sanitises those of a buyer when they are invalid.';

comment on function private.check_signup() is 'Refuses invalid values with the validation message that the visitor sees.';

create or replace function private.sign_up_together(settings jsonb, bodies text[]) returns void
language plpgsql
set search_path = ''
set plan_cache_mode = force_generic_plan
as $$
declare
  stored integer;
begin
  perform set_config(setting.key, setting.value, true) from jsonb_each_text(settings) as setting where setting.key <> 'role';
  -- The role is set last: from here on, only the privileges of the visitors' role apply.
  perform set_config('role', settings ->> 'role', true);
  insert into public.early_access_users (name, email, is_paid, amount, order_id)
  select signup.name, signup.email, case when body.json ? 'is_paid' then signup.is_paid else false end, signup.amount, signup.order_id
  from unnest(bodies) as text, lateral (select text::jsonb -> 0) as body (json),
    jsonb_to_record(body.json) as signup (name text, email text, is_paid boolean, amount numeric, order_id text);
  get diagnostics stored = row_count;
  if stored <> cardinality(bodies) then
    raise integrity_constraint_violation using message = format('Only %s of %s were stored.', stored, cardinality(bodies));
  end if;
end
$$;
comment on function private.sign_up_together(jsonb, text[]) is
  'Stores the sign-ups of several visitors with the role and settings that they share, all or none. Each body is a JSON array of one object. Only the host calls it.';

comment on function private.signups_per_source() is
  'Returns how many sign-ups a source may make in 15 minutes, and how many payments it may report: LIMIT_SIGNUPS_PER_SOURCE of the host, or 30.';
comment on function private.is_past_address_limit(bigint, bigint) is
  'Returns whether an address has reached its limit of attempts in 15 minutes: 3 from one source, or 100 from all sources.';
comment on function private.signup_address_key(text, text, bytea, bytea) is
  'Returns the key under which attempts for an address from a source are counted. Its first half depends only on the address.';

create or replace function private.recent_attempts_for_address(half_key bytea) returns setof private.attempts
language sql stable
as $$
  select a.* from private.attempts as a
  where a.key between half_key and half_key || '\xffffffffffffffffffffffffffffffff'::bytea
    -- Arithmetic on the column keeps the planner from using the index attempts_at, whose estimated cost is as low while the table is small.
    and a.at + interval '15 minutes' > now() and a.at - interval '15 minutes' < now()
$$;
comment on function private.recent_attempts_for_address(bytea) is
  'Returns the attempts of the last 15 minutes for one address from all sources, by the first half of their keys.';

create or replace function private.count_address_attempt(email text, source text) returns boolean
language plpgsql
set search_path = ''
-- A plan made while the table was small would use a sequential scan until the next ANALYZE.
set enable_seqscan = off
set jit = off
as $$
declare
  full_key bytea;
begin
  select private.signup_address_key(email, source, k.inner_key, k.outer_key) into full_key from private.hash_keys as k;
  -- Serialises attempts for one address; without the lock, twenty concurrent attempts would all read a count of zero.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(encode(substr(full_key, 1, 16), 'hex'), 0));
  insert into private.attempts as a (key, at)
  select full_key, clock_timestamp()
  from private.recent_attempts_for_address(substr(full_key, 1, 16)) as earlier
  having not private.is_past_address_limit(sum(earlier.count) filter (where earlier.key = full_key), sum(earlier.count))
  on conflict (key, at) do update set count = a.count + 1;
  return found;
end
$$;
comment on function private.count_address_attempt(text, text) is
  'Counts a sign-up attempt for an address and returns true, or returns false without counting it after 3 from this source or 100 from all sources in 15 minutes.';

comment on function private.count_source(text) is
  'Counts an attempt of the source of the request, or refuses it (PT429). Sign-ups (signup-source) and payments (claim-source) have separate limits.';

create or replace function private.admit_signups(wanted integer, claims integer) returns void
language plpgsql
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
declare
  source constant text := private.network_source();
  per_source constant integer := private.signups_per_source();
begin
  -- The lock is held until the end of the transaction. Refused attempts are counted by then, so concurrent requests of a burst cannot pass
  -- before the earlier ones are counted.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('signups-of:' || source, 0));
  if exists (
    select
    from private.hash_keys as k, (values ('signup-source:', wanted), ('claim-source:', claims)) as asked (kind, number)
    where asked.number > 0 and per_source < asked.number + (
      select coalesce(sum(earlier.count), 0)
      from private.recent_attempts(private.keyed_hash(asked.kind || source, k.inner_key, k.outer_key)) as earlier
    )
  ) then
    perform private.refuse_too_many();
  end if;
end
$$;
comment on function private.admit_signups(integer, integer) is
  'Refuses a request whose sign-ups and payments would exceed the limits of its source (PT429). The host calls it in the transaction that stores them.';

comment on function private.record_signup_attempts(text[], integer) is
  'Counts refused sign-ups and payments, whose counted attempts were rolled back. A null address counts only for the source. Only the host calls it.';

create or replace function private.refuse_trial() returns void
language plpgsql
set search_path = ''
as $$
begin
  -- PostgREST can be configured to accept `Prefer: tx=rollback` from every client. The rollback would undo the counted attempt.
  if nullif(current_setting('request.headers', true), '')::jsonb ->> 'prefer' ~* 'tx\s*=\s*rollback' then
    raise insufficient_privilege using message = 'A sign-up cannot be tried without being made.';
  end if;
end
$$;
comment on function private.refuse_trial() is 'Refuses a request with the preference tx=rollback.';

comment on function private.refuse_taken(text) is 'Refuses an address that is already signed up, with the error of the unique constraint.';

create or replace function private.signup_refusal(
  names text[], emails text[], are_paid boolean[], sources text[], user_agents text[]
) returns text
language plpgsql
set search_path = ''
-- Forces the generic plan, as sign_up_together does: PostgreSQL estimates an array at ten elements, so a custom plan for an array of one
-- looks cheaper.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set jit = off
as $$
declare
  per_source constant integer := private.signups_per_source();
  free_sources text[];
  paid_sources text[];
  is_past_limit boolean;
  is_suspicious boolean;
begin
  -- One query for all sign-ups, because the connection caches its plan. Paid sign-ups are neither screened nor limited by address.
  select
    array_agg(signup.source) filter (where not signup.is_paid),
    array_agg(signup.source) filter (where signup.is_paid),
    bool_or(not signup.is_paid and private.is_past_address_limit(earlier.from_source, earlier.from_all)),
    bool_or(not signup.is_paid and (
      private.is_suspicious_user_agent(signup.user_agent)
      or private.is_suspicious_email(signup.email)
      or private.is_suspicious_name(signup.name)
    ))
  into free_sources, paid_sources, is_past_limit, is_suspicious
  from unnest(names, emails, are_paid, sources, user_agents) as signup (name, email, is_paid, source, user_agent)
  cross join private.hash_keys as k
  cross join lateral (
    select
      sum(a.count) filter (
        where a.key = private.signup_address_key(signup.email, signup.source, k.inner_key, k.outer_key)
      ) as from_source,
      sum(a.count) as from_all
    from private.recent_attempts_for_address(
      substr(private.keyed_hash('signup-address:' || signup.email, k.inner_key, k.outer_key), 1, 16)
    ) as a
  ) as earlier;

  if (free_sources is not null and not private.count_attempts('signup-source', free_sources, per_source, '1 minute'))
    or (paid_sources is not null and not private.count_attempts('claim-source', paid_sources, per_source, '1 minute'))
  then
    return 'source limit';
  end if;
  return case when is_past_limit then 'address limit' when is_suspicious then 'screening' end;
end
$$;
comment on function private.signup_refusal(text[], text[], boolean[], text[], text[]) is
  'Counts sign-ups for their sources and returns why one of them is refused: source limit, address limit or screening; null when all are accepted. The arrays have one element for each sign-up.';

comment on function private.guard_signup() is
  'Refuses a source over its limit, a taken address, an address over its limit, and a sign-up that the bot screening rejects.';

create or replace function private.guard_signups() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  origins constant jsonb := current_setting('request.origins')::jsonb;
  stored integer;
  has_used_order boolean;
  names text[];
  emails text[];
  are_paid boolean[];
  sources text[];
  user_agents text[];
begin
  -- array_agg returns the rows in the order in which the statement stored them, which is the order of the elements of request.origins.
  select
    count(*), bool_or(s.order_id is not null and private.is_used_order(s.email, s.order_id)),
    array_agg(s.name), array_agg(s.email), array_agg(s.is_paid)
  into stored, has_used_order, names, emails, are_paid
  from signups as s;
  select array_agg(origin.source), array_agg(origin.user_agent)
  into sources, user_agents
  from jsonb_to_recordset(origins) as origin (source text, user_agent text);

  if stored <> jsonb_array_length(origins) or has_used_order
    or private.signup_refusal(names, emails, are_paid, sources, user_agents) is not null
  then
    raise exception using errcode = 'PT409', message = 'Not all of these may sign up at once.';
  end if;
  return null;
end
$$;
comment on function private.guard_signups() is
  'Refuses a batch of sign-ups when one of them would be refused, or when request.origins does not have one element for each of its rows.';
