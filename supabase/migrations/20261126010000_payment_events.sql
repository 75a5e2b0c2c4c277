-- The column currency, and the stored events of the payment provider.

alter table public.early_access_users add column currency text check (currency ~ '^[A-Z]{3}$');
comment on column public.early_access_users.is_paid is
  'Reported by the browser and unverified; an event of the payment provider or an operator sets payment_verified.';
comment on column public.early_access_users.further_claims is
  'Other payments reported for the same address, at most 100: order_id, amount, claimed_at. After an event of the payment provider also verified, and currency if proved. Without verified = true, an unverified claim that anyone can report.';
comment on column public.early_access_users.currency is
  'ISO 4217 code of the amount, from an event of the payment provider; null for an amount that only a browser reported.';

create table private.payment_events (
  id text primary key check (id ~ '^[\x21-\x7e]{1,255}$'),
  type text not null check (type in ('paid', 'refunded', 'withdrawn', 'reinstated')),
  order_id text check (order_id ~ '^[\x21-\x7e]{1,255}$'),
  payment_id text check (payment_id ~ '^[\x21-\x7e]{1,255}$'),
  happened_at timestamptz not null,
  received_at timestamptz not null default now(),
  is_unreported boolean not null default false,
  inserted_id uuid,
  constraint payment_events_order_check check ((type = 'paid') = (order_id is not null)),
  constraint payment_events_payment_check check (type = 'paid' or payment_id is not null)
);
comment on table private.payment_events is
  'Events of the payment provider, each stored once. Only "paid" has the order id; later events have the id of its payment.';
comment on column private.payment_events.is_unreported is
  'Whether the sign-up has its address from this event because no browser has reported the order; false after a report.';
comment on column private.payment_events.inserted_id is 'The id of the sign-up that the event inserted; null when it inserted none.';

create index payment_events_order_id on private.payment_events (order_id);
create index payment_events_payment_id on private.payment_events (payment_id);
create index payment_events_received_at on private.payment_events (received_at);
create index payment_events_inserted_id on private.payment_events (inserted_id);
alter table private.payment_events enable row level security;

create function private.is_proved(order_id text) returns boolean
language sql stable
as $$
  select case when count(*) filter (where e.order_id = is_proved.order_id) > 0 then
    count(*) filter (where e.type = 'refunded') = 0
    and count(*) filter (where e.type = 'withdrawn') <= count(*) filter (where e.type = 'reinstated')
  end
  from private.payment_events e
  where e.order_id = is_proved.order_id
    or e.payment_id in (select paid.payment_id from private.payment_events paid where paid.order_id = is_proved.order_id)
$$;
comment on function private.is_proved(text) is
  'Returns whether the payment of an order was made and neither refunded nor withdrawn; null without a paid event of the order.';

create function private.is_unreported_order(order_id text) returns boolean
language sql stable
as $$
  select exists (
    select from private.payment_events e where e.order_id = is_unreported_order.order_id and e.is_unreported
  )
$$;
comment on function private.is_unreported_order(text) is
  'Returns whether the address of an order comes from an event of the payment provider and no browser has reported the order.';

create function private.payment_events_of(known public.early_access_users) returns setof private.payment_events
language sql stable
as $$
  with paid as (
    select e.* from private.payment_events e
    where e.order_id = known.order_id
      or e.order_id in (select claim ->> 'order_id' from jsonb_array_elements(known.further_claims) as claim)
  )
  select paid.* from paid
  union
  select e.* from private.payment_events e where e.payment_id in (select paid.payment_id from paid)
$$;
comment on function private.payment_events_of(public.early_access_users) is
  'Returns the events of the payment provider about the payments of a sign-up.';

create function private.forget_payments() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from private.payment_events where id in (select e.id from private.payment_events_of(old) as e);
  return null;
end
$$;
comment on function private.forget_payments() is
  'Deletes the events about the payments of a deleted sign-up: at an erasure, and when an operator deletes the row.';

create trigger signup_forget_payments after delete on public.early_access_users
  for each row execute function private.forget_payments();

create or replace function public.find_person(email text) returns jsonb
language sql stable
security definer
set search_path = ''
as $$
  with person as (select private.tidy_email(email) as address),
  messages as (
    select m.* from public.contact_messages m, person p where lower(m.email collate "C") = p.address
  )
  select jsonb_build_object(
    'signups', coalesce((
      select jsonb_agg(to_jsonb(u) order by u.created_at) from public.early_access_users u, person p where u.email = p.address
    ), '[]'),
    'payments', coalesce((
      select jsonb_agg(to_jsonb(e) - 'is_unreported' - 'inserted_id' order by e.received_at, e.id)
      from public.early_access_users u, person p, private.payment_events_of(u) e where u.email = p.address
    ), '[]'),
    'messages', coalesce((select jsonb_agg(to_jsonb(m) order by m.created_at) from messages m), '[]'),
    'mails', coalesce((
      select jsonb_agg(to_jsonb(o) - 'dedupe_key' order by o.created_at) from public.mail_outbox o, person p
      where lower(o.recipient collate "C") = p.address or o.dedupe_key in (select 'contact_message:' || m.id from messages m)
    ), '[]')
  )
$$;
comment on function public.find_person(text) is
  'Returns everything that is stored under an address, except the account: sign-up, events of its payments, messages, mails. For a copy of the data, and as a preview of an erasure.';

create or replace function public.apply_retention(limit_to integer default 1000) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  messages integer;
  mails integer;
  claims integer;
  events integer;
begin
  with gone as (
    delete from public.contact_messages where id in (
      select c.id from public.contact_messages c where c.created_at < now() - interval '730 days'
      order by c.created_at limit limit_to for update skip locked
    ) returning id
  ), mail_of_gone as (
    delete from public.mail_outbox where dedupe_key in (select 'contact_message:' || g.id from gone g)
  )
  select count(*) into messages from gone;

  with old as (
    select m.id, m.sent_at is not null and m.dedupe_key is not null as is_kept
    from public.mail_outbox m
    where m.recipient is not null and (m.sent_at is not null or m.gave_up_at is not null)
      and coalesce(m.sent_at, m.gave_up_at) < now() - interval '90 days'
    order by coalesce(m.sent_at, m.gave_up_at) limit limit_to for update skip locked
  ), forgotten as (
    -- Keeps the row with its dedupe_key, so that the same welcome mail cannot be requested again.
    update public.mail_outbox set recipient = null where id in (select o.id from old o where o.is_kept)
  ), deleted as (
    delete from public.mail_outbox where id in (select o.id from old o where not o.is_kept)
  )
  select count(*) into mails from old;

  with ended as (
    update public.early_access_users
    set is_paid = false, amount = null, currency = null, order_id = null, claimed_at = null, further_claims = '[]'
    where id in (
      select u.id from public.early_access_users u
      -- Uses the time of the payment, which may be reported years after the free sign-up. A refunded payment is not verified either.
      where u.is_paid and not u.payment_verified and u.claimed_at < now() - interval '365 days'
      order by u.claimed_at limit limit_to for update skip locked
    ) returning id
  )
  select count(*) into claims from ended;

  with gone as (
    delete from private.payment_events where id in (
      select e.id from private.payment_events e
      -- An event is kept as long as a sign-up has its order, because a refund may come years later.
      where e.received_at < now() - interval '90 days' and not exists (
        select from private.payment_events paid join public.early_access_users u
          on u.order_id = paid.order_id
          or u.further_claims @> jsonb_build_array(jsonb_build_object('order_id', paid.order_id))
        where paid.type = 'paid' and (paid.id = e.id or paid.payment_id = e.payment_id)
      )
      order by e.received_at limit limit_to for update skip locked
    ) returning id
  )
  select count(*) into events from gone;

  return jsonb_build_object('messages', messages, 'mails', mails, 'payment_claims', claims, 'payment_events', events);
end
$$;
