-- Privileges of the API roles (anon, authenticated, service_role). Supabase by default grants them all privileges on every new table,
-- function and sequence in public, so these are revoked first. Row-level security restricts rows (the policies are beside each table);
-- these grants restrict tables, columns and functions.

revoke all on
  public.app_settings, public.contact_answers, public.contact_messages, public.download_counts, public.early_access_users,
  public.hourly_counts, public.mail_outbox, public.operator_acts, public.setting_changes, public.waves, public.webhook_outbox
  from public, anon, authenticated, service_role;
grant select on public.app_settings to anon, authenticated;
grant insert (name, email, is_paid, amount, order_id) on public.early_access_users to anon, authenticated;
grant select, insert, update, delete on
  public.app_settings, public.contact_messages, public.early_access_users, public.mail_outbox, public.webhook_outbox
  to service_role;
grant select on
  public.contact_answers, public.download_counts, public.hourly_counts, public.operator_acts, public.setting_changes, public.waves
  to service_role;

-- Revokes privileges on sequences: a role with privileges on a sequence can read the number of rows from it, or reset it so that the next
-- insert fails. Inserting into an identity column needs no privilege on its sequence.
revoke all on all sequences in schema public from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;

-- Functions of the data API that only service_role, the role of the secret key, may call.
do $$
declare
  name text;
begin
  foreach name in array array[
    'public.answer_message(uuid, uuid, text, text, integer)',
    'public.apply_retention(integer)',
    'public.begin_act(text, text, text, text, text)',
    'public.claim_mail(integer, integer)',
    'public.claim_mail_by_id(uuid, integer)',
    'public.claim_webhook(text, integer)',
    'public.correct_signup(uuid, text, text, boolean)',
    'public.count_mail()',
    'public.count_signups()',
    'public.count_signups_by_period(text, integer, text)',
    'public.count_webhooks()',
    'public.end_act(bigint, text)',
    'public.erase_again(jsonb)',
    'public.erase_person(text)',
    'public.erased_among(jsonb)',
    'public.find_address_changes(text)',
    'public.find_person(text)',
    'public.import_signups(jsonb, boolean)',
    'public.list_erased_people()',
    'public.list_waves()',
    'public.mark_mail_failed(uuid, text, text)',
    'public.mark_mail_sent(uuid)',
    'public.mark_webhook_delivered(uuid)',
    'public.mark_webhook_failed(uuid, text, integer, boolean)',
    'public.note_release(text, text, text)',
    'public.page_signups(jsonb)',
    'public.plan_wave(text, jsonb)',
    'public.queue_webhook_test(text)',
    'public.record_payment_event(text, text, timestamptz, text, text, text, text, numeric, text)',
    'public.replay_webhooks(uuid, text, timestamptz)',
    'public.request_confirmation_mail(text)',
    'public.request_welcome_mail(text, text)',
    'public.retry_given_up_mail()',
    'public.retry_mail(uuid)',
    'public.send_wave(text, jsonb, integer, uuid)',
    'public.set_setting(text, text, text)',
    'public.set_webhook_targets(text)',
    'public.store_contact_message(text, text, text, text)'
  ] loop
    execute format('revoke all on function %s from public, anon, authenticated', name);
    execute format('grant execute on function %s to service_role', name);
  end loop;
end
$$;

-- The only database function that visitors may call through the data API: the page /confirm calls it.
revoke all on function public.confirm_signup(text) from public, anon, authenticated, service_role;
grant execute on function public.confirm_signup(text) to anon, authenticated;
revoke all on function public.must_confirm_signup() from public, anon, authenticated, service_role;
grant execute on function public.must_confirm_signup() to anon, authenticated;

-- sign_up_together switches to the role that its argument names, so only the owner of the function may call it, and no API role.
revoke execute on function private.sign_up_together(jsonb, text[]) from public;

-- Only the server, which connects as the owner, adds counts.
revoke execute on function private.add_download_counts(jsonb) from public;
revoke execute on function private.add_hourly_counts(jsonb) from public;
