import type { HandWrittenMutant } from '../breakage.ts'

const BASELINE = 'supabase/migrations/20261124104000_baseline.sql'

/**
 * Mutation testing: hand-written defects in tables, permissions, triggers, database functions and storage (sections 3, 5, 6, 7 and
 * 8 of tests/whole/requirements.md).
 */
export const databaseMutants: readonly HandWrittenMutant[] = [
  {
    breaks: ['R6.3'],
    what: 'visitors may change the settings',
    file: BASELINE,
    find: 'grant select on public.app_settings to anon, authenticated;',
    replace: 'grant select, update on public.app_settings to anon, authenticated;',
  },
  {
    breaks: ['R6.3', 'R7.1'],
    what: 'visitors see every setting',
    file: BASELINE,
    find: "to anon, authenticated\n  using (key = 'early_access_spots');",
    replace: 'to anon, authenticated\n  using (true);',
  },
  {
    breaks: ['R6.3'],
    what: 'visitors read who signed up',
    file: BASELINE,
    find: 'grant insert (name, email, is_paid, amount, order_id) on public.early_access_users to anon, authenticated;',
    replace:
      'grant select, insert (name, email, is_paid, amount, order_id) on public.early_access_users to anon, authenticated;\ncreate policy visitors_read on public.early_access_users for select to anon, authenticated using (true);',
  },
  {
    breaks: ['R6.4', 'R7.3'],
    what: 'nobody may sign up',
    file: BASELINE,
    find: '  with check (not payment_verified);',
    replace: '  with check (payment_verified);',
  },
  {
    breaks: ['R8.1'],
    what: 'an address may sign up twice',
    file: BASELINE,
    find: '  email text not null unique,',
    replace: '  email text not null,',
  },
  {
    breaks: ['R3.3'],
    what: 'the spots may be any text',
    file: BASELINE,
    find: "when key in ('early_access_spots', 'mail_per_hour') then value ~ '^(0|[1-9][0-9]{0,8})$'",
    replace: "when key in ('early_access_spots', 'mail_per_hour') then value <> ''",
  },
  {
    breaks: ['R4.9', 'R7.2'],
    what: 'changes of the spots are not published',
    file: BASELINE,
    find: 'alter publication supabase_realtime add table public.app_settings;',
    replace: '',
  },
  {
    breaks: ['R5.15'],
    what: 'a paid sign-up needs no amount',
    file: BASELINE,
    find: 'check (not is_paid or (amount is not null and amount > 0 and order_id is not null))',
    replace: 'check (true)',
  },
  {
    breaks: ['R5.28'],
    what: 'the database counts no attempts of an address',
    file: BASELINE,
    find: `return not private.is_within(
  of_source + 1, of_middle + 1, of_widest + 1,
  private.attempts_per_address(), private.share_of(private.attempts_of_all_per_address(), of_all)
);`,
    replace: 'return false;',
  },
  {
    breaks: ['R5.28', 'R5.27'],
    what: 'the database allows thirty attempts',
    file: BASELINE,
    find: 'language sql immutable\nreturn 3;',
    replace: 'language sql immutable\nreturn 30;',
  },
  {
    breaks: ['R7.11'],
    what: 'copying a file is refused',
    file: 'packages/backend/src/storage/routes.ts',
    find: "    scope.post('/object/copy', copyObjectEndpoint)\n",
    replace: '',
  },
  {
    breaks: ['R5.17', 'R5.28'],
    what: 'the database guards no sign-up',
    file: BASELINE,
    find: '    new.is_paid is not true\n',
    replace: '    false\n',
  },
  {
    breaks: ['R5.14'],
    what: 'the database stores names and addresses as they come',
    file: BASELINE,
    find: 'create trigger signup_1_tidy before insert or update of name, email on',
    replace: 'create trigger signup_1_tidy before update of name, email on',
  },
  {
    breaks: ['R3.12', 'R4.17'],
    what: 'a paid sign-up is queued the mail of a free one',
    file: BASELINE,
    find: "case when signup.is_paid then 'welcome_paid' else 'welcome_free' end",
    replace: "case when signup.is_paid then 'welcome_free' else 'welcome_free' end",
  },
  {
    breaks: ['R6.5', 'R7.6'],
    what: 'no message to the founders can be stored',
    file: BASELINE,
    find: 'revoke execute on function private.add_hourly_counts(jsonb) from public;',
    replace: 'revoke all on function public.store_contact_message(text, text, text, text) from service_role;',
  },
]
