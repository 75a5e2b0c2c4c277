-- Sets up a Supabase project: the schedules, and the objects that migrations may not change there. `supabase db push --include-seed` runs
-- this file after the migrations, and again when it has changed. Idempotent. It reads secrets of the project's Vault; without `project_url` and
-- `secret_key`, as in a local `supabase db reset`, it changes nothing. There is no sample data: a sample sign-up would be mailed.
do $seed$
declare
  job text;
  source_header text;
begin
  if to_regclass('vault.decrypted_secrets') is null
    or (select count(*) from vault.decrypted_secrets where name in ('project_url', 'secret_key')) < 2
  then
    raise notice 'Nothing is scheduled: add the secrets project_url and secret_key to the Vault first (docs/deploy.md).';
    return;
  end if;
  if to_regnamespace('cron') is null then
    create extension pg_cron;
  end if;
  if to_regnamespace('net') is null then
    create extension pg_net;
  end if;
  foreach job in array array['deliver-mail', 'deliver-webhooks'] loop
    perform cron.schedule(job, '* * * * *', format($call$
      select net.http_post(
        url := (select decrypted_secret from vault.decrypted_secrets where name = 'project_url') || '/functions/v1/' || %L,
        headers := jsonb_build_object('apikey', (select decrypted_secret from vault.decrypted_secrets where name = 'secret_key'))
      )
    $call$, job));
  end loop;
  perform cron.schedule('retention', '17 * * * *', 'select public.apply_retention(1000)');

  -- Queues the event account.confirmed (docs/webhooks.md). A project whose accounts are moved in must not have the trigger before the move.
  create or replace trigger webhooks_account_confirmed
    after insert or update of email_confirmed_at on auth.users
    for each row execute function private.note_confirmed_account();

  -- The request header with the client's IP address, when a gateway other than Supabase's is in front of the project.
  select decrypted_secret into source_header from vault.decrypted_secrets where name = 'source_header';
  if source_header is not null then
    execute format('alter role authenticator set app.source_header = %L', source_header);
    notify pgrst, 'reload config';
  end if;
end $seed$;
