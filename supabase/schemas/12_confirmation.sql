-- Double opt-in: while the setting confirm_signups is true, a sign-up of a visitor counts only after the visitor confirmed it on the page
-- /confirm, which the link in a mail opens, or after its payment was verified. A sign-up that counts gets its welcome mail and events, and
-- is included in figures.
--
-- A sign-up is in one of two states:
--   unconfirmed  confirm_by is set: the time after which retention deletes the sign-up with its mails, unless a payment was reported for it
--                (order_id is set). The sign-up has taken its spot (12_held_spots.sql), and a mail with the link is queued. The welcome mail
--                and the events for webhooks are not queued yet.
--   counting     confirm_by is null: no confirmation was required, or the visitor confirmed (confirmed_at), or a payment was verified.
--
-- A reported payment proves nothing, because a client can invent one: it does not end the wait. It keeps the row, because a buyer who
-- misses the mail must not lose the order, until the retention empties the report after a year.
--
-- The triggers of an insert are listed in 08_signups.sql. The button on the page calls confirm_signup, which sets confirm_by to null, as
-- does the trigger signup_5_verified; the trigger signup_counts then queues the welcome mail and the events in the same transaction. The link works until the row is deleted, also
-- between confirm_by and the next run of the retention: otherwise the address would be taken, and no link could confirm it.
--
-- The secret of a link is generated when its mail is claimed for sending, and only its hash is stored. Each attempt to send a mail has its
-- own link, and every link of a sign-up works: a mail that seems to have failed may have arrived.

create table private.confirmation_links (
  hash bytea primary key,
  signup_id uuid not null,
  created_at timestamptz not null default now()
);
comment on table private.confirmation_links is
  'The links in confirmation mails. The secret of a link is 64 hexadecimal digits; only the SHA-256 hash of this text is stored, here and in backups.';
create index confirmation_links_signup_id on private.confirmation_links (signup_id);
create index confirmation_links_created_at on private.confirmation_links (created_at);
alter table private.confirmation_links enable row level security;

create function private.confirms_signups() returns boolean
language sql stable
as $$
  select exists (select from public.app_settings where key = 'confirm_signups' and value = 'true')
$$;
comment on function private.confirms_signups() is 'Returns whether free sign-ups must be confirmed.';

create function public.must_confirm_signup() returns boolean
language sql stable
security definer
set search_path = ''
as $$
  select private.confirms_signups()
$$;
comment on function public.must_confirm_signup() is
  'Returns whether free sign-ups must be confirmed, for the page after a sign-up. Says nothing about any sign-up.';

create function private.confirmation_mail_keys(signup_id uuid) returns text[]
language sql immutable
return array['signup_confirmation:' || signup_id, 'signup_confirmation:' || signup_id || ':2', 'signup_confirmation:' || signup_id || ':3'];
comment on function private.confirmation_mail_keys(uuid) is
  'Returns the keys (column dedupe_key) of the confirmation mails of a sign-up: the first mail, and at most two more.';

create function private.await_confirmation() returns trigger
language plpgsql
security definer
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
begin
  if private.confirms_signups() then
    new.confirm_by := now() + make_interval(hours => coalesce(
      (select s.value::integer from public.app_settings s where s.key = 'confirm_within_hours'), 48
    ));
  end if;
  return new;
end
$$;
comment on function private.await_confirmation() is 'Sets the time until which a sign-up must be confirmed, while confirm_signups is true.';

-- The condition does not look at the columns that a client sends. Sign-ups that operators or the payment provider insert count at once.
create trigger signup_5_confirm before insert on public.early_access_users
  for each row
  when (current_user in ('anon', 'authenticated'))
  execute function private.await_confirmation();

create function private.queue_confirmation_mails() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into public.mail_outbox (kind, recipient, data, dedupe_key)
  select 'signup_confirmation', s.email, private.confirmation_data(s.id, s.name, s.confirm_by, s.order_id is not null), 'signup_confirmation:' || s.id
  from signups s
  -- Skips buyers whose address is invalid: their row is stored, but no mail can be sent to them.
  where s.confirm_by is not null and private.address_fault(s.email) is null
  on conflict (dedupe_key) do nothing;
  return null;
end
$$;
comment on function private.queue_confirmation_mails() is 'Queues the confirmation mails of new sign-ups that are unconfirmed.';

create function private.confirmation_data(signup_id uuid, name text, confirm_by timestamptz, has_order boolean) returns jsonb
language sql stable
return jsonb_build_object('signup_id', signup_id, 'name', name, 'confirm_by', confirm_by, 'has_order', has_order);
comment on function private.confirmation_data(uuid, text, timestamptz, boolean) is
  'Returns the data that a confirmation mail is rendered from, without the secret of its link.';

-- PostgreSQL fires triggers in order of their names: signup_use_mail_share (14_mail_share.sql) before this one.
create trigger signup_welcome_unconfirmed after insert on public.early_access_users
  referencing new table as signups
  for each statement execute function private.queue_confirmation_mails();

create function private.make_confirmation_token(signup_id uuid) returns text
language plpgsql
set search_path = ''
as $$
declare
  -- A UUID of gen_random_uuid() has 122 bits that nobody can predict. A SHA-256 hash of three UUIDs has 256 random bits.
  token constant text := encode(
    sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex'
  );
begin
  insert into private.confirmation_links (hash, signup_id) values (sha256(convert_to(token, 'UTF8')), make_confirmation_token.signup_id);
  return token;
end
$$;
comment on function private.make_confirmation_token(uuid) is
  'Generates the secret of a link that confirms a sign-up, stores its hash, and returns it. It cannot be read again.';

create function private.end_wait_of_buyer() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.confirm_by := null;
  return new;
end
$$;
comment on function private.end_wait_of_buyer() is 'Sets confirm_by to null when the payment of an unconfirmed sign-up is verified, which then counts without a confirmation.';

create trigger signup_5_verified before update of payment_verified on public.early_access_users
  for each row when (new.payment_verified and new.confirm_by is not null) execute function private.end_wait_of_buyer();

create function private.count_signup() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from private.held_spots h where h.signup_id = new.id;
  delete from public.mail_outbox m where m.dedupe_key = any (private.confirmation_mail_keys(new.id)) and m.sent_at is null;
  if private.has_webhook_targets() then
    perform private.queue_event(
      'signup.created', private.person_hash(new.email), jsonb_build_object('signup_id', new.id, 'is_paid', new.is_paid),
      jsonb_build_object('name', new.name, 'email', new.email)
    );
    if new.confirmed_at is not null then
      perform private.queue_event(
        'signup.confirmed', private.person_hash(new.email), jsonb_build_object('signup_id', new.id),
        jsonb_build_object('name', new.name, 'email', new.email)
      );
    end if;
    -- The payments that were reported while the sign-up was unconfirmed. A verified one has its own event (15_webhooks.sql).
    if new.is_paid and not new.payment_verified then
      perform private.queue_event(
        'payment.reported', private.person_hash(new.email),
        jsonb_build_object('signup_id', new.id, 'amount', claim -> 'amount', 'currency', claim -> 'currency'),
        jsonb_build_object('name', new.name, 'email', new.email, 'order_id', claim -> 'order_id')
      )
      from jsonb_array_elements(private.claims_of(new)) as claim;
    end if;
  end if;
  perform private.queue_welcome_mails(array[new]);
  return null;
end
$$;
comment on function private.count_signup() is
  'Runs when an unconfirmed sign-up starts to count: queues its events for webhooks and its welcome mail, deletes its unsent confirmation mails, and ends the hold on its spot, which is then never given back.';

-- The name sorts before signup_payment_webhooks, so that the event of the sign-up is queued before the event of its verified payment.
create trigger signup_counts after update on public.early_access_users
  for each row when (old.confirm_by is not null and new.confirm_by is null) execute function private.count_signup();

create function public.confirm_signup(token text) returns text
language plpgsql
security definer
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
declare
  of_signup uuid;
begin
  perform private.refuse_trial();
  -- The same limit as for requests for a welcome mail: one source may sign up signups_per_source people, and each may call this twice.
  perform private.count_source('confirm-source', private.network_source(), 2 * private.signups_per_source());
  select l.signup_id into of_signup from private.confirmation_links l where l.hash = sha256(convert_to(confirm_signup.token, 'UTF8'));
  -- A concurrent call for the same sign-up waits here for the row lock. It then finds confirm_by null and updates nothing.
  update public.early_access_users u set confirmed_at = now(), confirm_by = null
  where u.id = of_signup and u.confirm_by is not null;
  if found then
    return 'confirmed';
  end if;
  return case when exists (select from public.early_access_users u where u.id = of_signup) then 'already_confirmed' else 'unknown' end;
end
$$;
comment on function public.confirm_signup(text) is
  'Confirms the sign-up of a link. Returns confirmed, already_confirmed, or unknown for a link that expired or never existed. Idempotent. Refuses a source over its limit (PT429).';

create function public.request_confirmation_mail(email text) returns uuid
language plpgsql
security definer
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
declare
  known public.early_access_users;
  queued integer;
  is_too_soon boolean;
  mail_id uuid;
begin
  -- The lock serialises requests for one sign-up, so that concurrent requests do not queue two mails.
  select u.* into known from public.early_access_users u
  where u.email = private.tidy_email(request_confirmation_mail.email) and u.confirm_by is not null
    and private.address_fault(u.email) is null
  for update;
  if not found then
    return null;
  end if;
  select count(*), bool_or(m.sent_at is null and m.gave_up_at is null or m.created_at > now() - interval '15 minutes') into queued, is_too_soon
  from public.mail_outbox m where m.dedupe_key = any (private.confirmation_mail_keys(known.id));
  if queued = 3 or is_too_soon then
    return null;
  end if;
  insert into public.mail_outbox (kind, recipient, data, dedupe_key, is_deferrable)
  values (
    'signup_confirmation', known.email, private.confirmation_data(known.id, known.name, known.confirm_by, known.order_id is not null),
    -- It is not the first mail to this address, and the function that calls this does not know the source of the request.
    (private.confirmation_mail_keys(known.id))[queued + 1], true
  )
  on conflict (dedupe_key) do nothing
  returning id into mail_id;
  return mail_id;
end
$$;
comment on function public.request_confirmation_mail(text) is
  'Queues another confirmation mail for an unconfirmed address and returns its id; at most three for a sign-up, 15 minutes apart, and none while one is unsent, also one that was given up. Returns null when it queues none.';

create function private.expire_signups(limit_to integer) returns integer
language plpgsql
set search_path = ''
as $$
declare
  expired integer;
begin
  with gone as (
    delete from public.early_access_users where id in (
      -- Skips rows that another transaction has locked: another worker deletes them, or a visitor confirms them.
      select u.id from public.early_access_users u where u.confirm_by < now() and u.order_id is null
      order by u.confirm_by limit limit_to for update skip locked
    ) returning id
  ), mail_of_gone as (
    delete from public.mail_outbox m where m.dedupe_key in (
      select key from gone g, unnest(private.confirmation_mail_keys(g.id)) as key
    )
  )
  select count(*) into expired from gone;
  -- Deletes the links of confirmed sign-ups, which are kept so that confirm_signup returns already_confirmed for them. 60 days is more than
  -- the 30 days after which an unconfirmed sign-up is deleted with its links.
  delete from private.confirmation_links where hash in (
    select l.hash from private.confirmation_links l where l.created_at < now() - interval '60 days'
    order by l.created_at limit limit_to for update skip locked
  );
  return expired;
end
$$;
comment on function private.expire_signups(integer) is
  'Deletes sign-ups without a reported payment that were not confirmed in time, with their mails, and links older than 60 days; at most limit_to of each. Returns the number of sign-ups. A trigger gives the spots back in the same transaction.';
