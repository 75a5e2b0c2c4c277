-- The stored events of the payment provider (11_proved_payments.sql): what they prove about an order, and their deletion. A row has ids and
-- times, but no name, address or card data.

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

create function private.payment_state(order_id text) returns text
language sql stable
as $$
  select case
    when count(*) filter (where e.order_id = payment_state.order_id) = 0 then null
    when count(*) filter (where e.type = 'refunded') > 0 then 'refunded'
    when count(*) filter (where e.type = 'withdrawn') > count(*) filter (where e.type = 'reinstated') then 'withdrawn'
    else 'proved'
  end
  from private.payment_events e
  where e.order_id = payment_state.order_id
    or e.payment_id in (select paid.payment_id from private.payment_events paid where paid.order_id = payment_state.order_id)
$$;
comment on function private.payment_state(text) is
  'Returns proved for the payment of an order that was made, refunded after a full refund, withdrawn during a dispute; null without a paid event of the order.';

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
