-- What a sign-up goes through, in this order (triggers of one table run by name):
--   1 tidy    a missing name or address is refused, 23502; then both are put in order
--   2 guard   visitors only: taken address 23505, limits PT429, bot screening PT403
--   3 check   the validation messages of the spec, 23514; a paid sign-up without an order id is 23502
-- The table's own constraints say the same as 3 and hold whatever triggers do.

create function private.tidy_signup() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if new.name is null or new.email is null then
    raise not_null_violation using
      message = format(
        'null value in column "%s" of relation "early_access_users" violates not-null constraint',
        case when new.name is null then 'name' else 'email' end
      ),
      schema = 'public', table = 'early_access_users', column = case when new.name is null then 'name' else 'email' end;
  end if;
  new.name := private.tidy_name(new.name);
  new.email := private.tidy_email(new.email);
  return new;
end
$$;
comment on function private.tidy_signup() is 'Refuses a missing name or address, then puts both in order.';

create function private.refuse_taken(email text) returns void
language plpgsql
set search_path = ''
as $$
begin
  if exists (select from public.early_access_users u where u.email = refuse_taken.email) then
    raise unique_violation using
      message = 'duplicate key value violates unique constraint "early_access_users_email_key"',
      schema = 'public', table = 'early_access_users', constraint = 'early_access_users_email_key';
  end if;
end
$$;
comment on function private.refuse_taken(text) is 'Refuses an address that signed up, in the words of the unique constraint.';

create function private.guard_signup() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  headers constant jsonb := nullif(current_setting('request.headers', true), '');
  per_source constant integer := coalesce(nullif(current_setting('app.limit_signups_per_source', true), '')::integer, 30);
begin
  perform private.refuse_taken(new.email);
  if not private.count_attempt('signup-source', private.network_source(), per_source, '1 minute')
    or not private.count_attempt('signup-address', new.email, 3, '0') then
    -- Somebody may have signed up with the address while this attempt waited for its turn.
    perform private.refuse_taken(new.email);
    -- One sentence for both limits: it must not tell which it was.
    raise exception using errcode = 'PT429', message = 'Too Many Attempts: Please wait before trying again.';
  end if;

  if private.is_suspicious_user_agent(coalesce(headers ->> 'user-agent', ''))
    or private.is_suspicious_email(new.email)
    or private.is_suspicious_name(new.name) then
    raise exception using
      errcode = 'PT403',
      message = 'Security Check Failed: Please contact support if you believe this is an error.';
  end if;
  return new;
end
$$;
comment on function private.guard_signup() is 'Refuses a taken address, too many attempts, and what looks like a program.';

create function private.check_signup() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  fault constant text := coalesce(
    private.name_fault(new.name),
    private.email_fault(new.email),
    case when new.is_paid and coalesce(new.amount, 0) <= 0 then 'Invalid payment amount for paid user' end,
    case when new.amount < 0 or new.amount = 'NaN' then 'Invalid payment amount for paid user' end,
    case when new.order_id !~ '^[\x21-\x7e]{1,255}$' then 'Invalid order id' end
  );
begin
  if fault is not null then
    raise check_violation using message = fault, schema = 'public', table = 'early_access_users';
  end if;
  if new.is_paid and new.order_id is null then
    raise not_null_violation using
      message = 'Missing required information', schema = 'public', table = 'early_access_users', column = 'order_id';
  end if;
  return new;
end
$$;
comment on function private.check_signup() is 'Refuses what the validation refuses, with the message that the visitor is shown.';

create trigger signup_1_tidy before insert or update of name, email on public.early_access_users
  for each row execute function private.tidy_signup();

-- The condition looks at the role that runs the statement; inside of the function it would be the function's owner.
create trigger signup_2_guard before insert on public.early_access_users
  for each row when (current_user in ('anon', 'authenticated')) execute function private.guard_signup();

create trigger signup_3_check before insert or update of name, email, is_paid, amount, order_id on public.early_access_users
  for each row execute function private.check_signup();

create function private.record_signup_attempt(email text, source text) returns void
language plpgsql
set search_path = ''
as $$
begin
  -- What the limit of a source is, the guard says; here all are counted.
  perform private.count_attempt('signup-source', coalesce(nullif(source, ''), 'unknown'), 1000000, '1 minute');
  perform private.count_attempt('signup-address', private.tidy_email(email), 3, '0');
end
$$;
comment on function private.record_signup_attempt(text, text) is
  'Counts a refused sign-up, whose own transaction took its attempts back. For the host, in a transaction of its own.';
