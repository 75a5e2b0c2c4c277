-- The audit log: which operations were run with the secret key, by whom, through which interface (via), when and why. A command calls
-- begin_act before it changes anything, stops when that fails, and calls end_act afterwards. It masks e-mail addresses before it stores
-- them, so that an erasure does not have to search the log.

create table public.operator_acts (
  id bigint generated always as identity primary key,
  began_at timestamptz not null default now(),
  ended_at timestamptz,
  who text not null check (char_length(who) between 1 and 100 and who !~ '[\x01-\x1f\x7f]'),
  via text not null check (via in ('command line', 'console', 'assistant')),
  act text not null check (act ~ '^[a-z][a-z -]*$' and char_length(act) <= 63),
  detail text not null check (char_length(detail) <= 1000),
  reason text check (char_length(reason) between 1 and 500),
  outcome text check (outcome in ('done', 'failed')),
  constraint operator_acts_ended_check check ((outcome is null) = (ended_at is null))
);
comment on table public.operator_acts is 'Audit log of the operations of operators. Only begin_act and end_act write to it; no API role can change or delete a row.';
comment on column public.operator_acts.who is 'The name that the operator gave, or the name of their account on the computer.';
comment on column public.operator_acts.outcome is 'Null while the operation runs, and permanently when its process was killed.';

alter table public.operator_acts enable row level security;

create policy service_role_reads on public.operator_acts for select to service_role using (true);
comment on policy service_role_reads on public.operator_acts is 'Operators can read the audit log.';

create function public.begin_act(who text, via text, act text, detail text, reason text default null) returns bigint
language sql
security definer
set search_path = ''
as $$
  insert into public.operator_acts (who, via, act, detail, reason)
  values (begin_act.who, begin_act.via, begin_act.act, begin_act.detail, begin_act.reason)
  returning id
$$;
comment on function public.begin_act(text, text, text, text, text) is 'Adds an operation to the audit log and returns its id.';

create function public.end_act(act_id bigint, outcome text) returns void
language sql
security definer
set search_path = ''
as $$
  update public.operator_acts a set outcome = end_act.outcome, ended_at = now() where a.id = act_id and a.outcome is null
$$;
comment on function public.end_act(bigint, text) is 'Stores the outcome of an operation, done or failed. Does not change an operation that has an outcome.';
