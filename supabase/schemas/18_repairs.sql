-- Repairs of sign-ups by operators: a corrected name or address, a cleared flag, an imported list. A payment is verified by hand with a plain
-- update of payment_verified.

create function private.signup_mail_keys(signup_id uuid) returns text[]
language sql immutable
return array['welcome_free:' || signup_id, 'welcome_paid:' || signup_id, 'wave_invitation:' || signup_id]
  || private.confirmation_mail_keys(signup_id);
comment on function private.signup_mail_keys(uuid) is 'Returns the keys (column dedupe_key) of all mails about a sign-up.';

create function public.correct_signup(
  signup_id uuid, name text default null, email text default null, clears_flag boolean default false
) returns public.early_access_users
language plpgsql
security definer
set search_path = ''
as $$
declare
  before public.early_access_users;
  corrected public.early_access_users;
begin
  select * into before from public.early_access_users u where u.id = signup_id for update;
  -- The trigger signup_1_tidy computes flag_reason again from the new name and address.
  update public.early_access_users u
  set name = coalesce(correct_signup.name, u.name), email = coalesce(correct_signup.email, u.email)
  where u.id = signup_id and (correct_signup.name is not null or correct_signup.email is not null);
  update public.early_access_users u
  set flag_reason = case when not clears_flag then (
    select nullif(concat_ws('; ', u.flag_reason, string_agg(kept, '; ' order by kept)), '')
    from unnest(array['Another payment was reported', 'The payment has another address']) as kept
    where kept = any (string_to_array(before.flag_reason, '; '))
      and kept <> all (coalesce(string_to_array(u.flag_reason, '; '), '{}'))
  ) end
  where u.id = signup_id
  returning u.* into corrected;
  if corrected.id is null then
    raise no_data_found using message = 'There is no such sign-up.';
  end if;
  -- Mails that wait, or were given up because the address was wrong, go to the corrected address.
  update public.mail_outbox o set recipient = corrected.email
  where o.dedupe_key = any (private.signup_mail_keys(signup_id)) and o.sent_at is null
    and o.recipient = before.email and private.is_address(corrected.email);
  return corrected;
end
$$;
comment on function public.correct_signup(uuid, text, text, boolean) is
  'Corrects the name and address of a sign-up; null keeps a value. Unsent mails about the sign-up go to the new address. A flag about payments stays, unless clears_flag is true.';

create function public.import_signups(people jsonb, sends_mail boolean) returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  added uuid[];
begin
  with inserted as (
    insert into public.early_access_users (
      name, email, is_paid, amount, currency, order_id, payment_verified, further_claims, flag_reason, claimed_at,
      consent_wording, consent_at, consent_form, created_at, invited_at, wave, confirm_by, confirmed_at
    )
    select
      p.name, p.email, coalesce(p.is_paid, false), p.amount, p.currency, p.order_id, coalesce(p.payment_verified, false),
      coalesce(p.further_claims, '[]'), p.flag_reason, p.claimed_at,
      coalesce(p.consent_wording, 'imported'), coalesce(p.consent_at, p.created_at, now()), coalesce(p.consent_form, 'import'),
      coalesce(p.created_at, now()),
      -- The wave may be missing, for example in an older backup. The person can then be invited again.
      case when w.name is not null then p.invited_at end, case when p.invited_at is not null then w.name end,
      p.confirm_by, p.confirmed_at
    from jsonb_populate_recordset(null::public.early_access_users, people) p
    left join public.waves w on w.name = p.wave
    where not private.is_erased(private.tidy_email(p.email), coalesce(p.created_at, now()))
    on conflict do nothing
    returning id
  )
  select coalesce(array_agg(id), '{}') into added from inserted;
  if not sends_mail then
    delete from public.mail_outbox o
    where o.dedupe_key in (select key from unnest(added) as signup (id), unnest(private.signup_mail_keys(signup.id)) as key);
  end if;
  return cardinality(added);
end
$$;
comment on function public.import_signups(jsonb, boolean) is
  'Adds sign-ups from a list of rows of early_access_users, with new ids, and returns how many. Leaves out addresses and orders that are stored already, and people who were erased after they signed up. Without sends_mail, they get no welcome or confirmation mail.';
