import { protocolTests } from '../../whole/spec-coverage/tests-by-file.ts'
import type { HandWrittenMutant } from '../breakage.ts'

const SPOTS_CHECK = protocolTests.rowRulesRaces(
  'a number of spots that is not a non-negative integer is rejected with 23514, even with the secret key',
)
const PAID_CHECK = protocolTests.restSignup(
  'a sign-up that violates a validation rule gets 400 with the message of that rule',
)

const BASELINE = 'supabase/migrations/20261124104000_baseline.sql'

/**
 * Mutation testing: hand-written defects in tables, permissions, triggers, database functions and storage (sections 3, 5, 6, 7 and
 * 8 of docs/requirements.md).
 */
export const databaseMutants: readonly HandWrittenMutant[] = [
  {
    breaks: ['R6.3'],
    what: 'visitors may change the settings',
    file: BASELINE,
    find: 'grant select on public.app_settings to anon, authenticated;',
    replace: 'grant select, update on public.app_settings to anon, authenticated;',
    caughtBy: protocolTests.rowRules(
      'each role has exactly the specified row access to each table, and row-level security is enabled on each',
    ),
  },
  {
    breaks: ['R6.3', 'R7.1'],
    what: 'visitors see every setting',
    file: BASELINE,
    find: "to anon, authenticated\n  using (key = 'early_access_spots');",
    replace: 'to anon, authenticated\n  using (true);',
    caughtBy: protocolTests.rowRules(
      'each role has exactly the specified row access to each table, and row-level security is enabled on each',
    ),
  },
  {
    breaks: ['R6.3'],
    what: 'visitors read who signed up',
    file: BASELINE,
    find: 'grant insert (name, email, is_paid, amount, order_id) on public.early_access_users to anon, authenticated;',
    replace:
      'grant select, insert (name, email, is_paid, amount, order_id) on public.early_access_users to anon, authenticated;\ncreate policy visitors_read on public.early_access_users for select to anon, authenticated using (true);',
    caughtBy: protocolTests.rowRules(
      'each role has exactly the specified row access to each table, and row-level security is enabled on each',
    ),
  },
  {
    breaks: ['R6.4', 'R7.3'],
    what: 'nobody may sign up',
    file: BASELINE,
    find: '  with check (not payment_verified);',
    replace: '  with check (payment_verified);',
    caughtBy: protocolTests.rowRules(
      'each role has exactly the specified row access to each table, and row-level security is enabled on each',
    ),
  },
  {
    breaks: ['R8.1'],
    what: 'an address may sign up twice',
    file: BASELINE,
    find: '  email text not null unique,',
    replace: '  email text not null,',
    caughtBy: protocolTests.restSignup(
      'a sign-up with an email address that is already stored, in any letter case, gets 409 with code 23505',
    ),
  },
  {
    breaks: ['R3.3'],
    what: 'the spots may be any text',
    file: BASELINE,
    find: "when key in ('early_access_spots', 'mail_per_hour') then value ~ '^(0|[1-9][0-9]{0,8})$'",
    replace: "when key in ('early_access_spots', 'mail_per_hour') then value <> ''",
    caughtBy: SPOTS_CHECK,
  },
  {
    breaks: ['R4.9', 'R7.2'],
    what: 'changes of the spots are not published',
    file: BASELINE,
    find: 'alter publication supabase_realtime add table public.app_settings;',
    replace: '',
    caughtBy: protocolTests.realtime('a sign-up sends the decreased number of spots to Realtime subscribers'),
  },
  {
    breaks: ['R5.15'],
    what: 'a paid sign-up needs no amount',
    file: BASELINE,
    find: 'check (not is_paid or (amount is not null and amount > 0 and order_id is not null))',
    replace: 'check (true)',
    caughtBy: PAID_CHECK,
  },
  {
    breaks: ['R5.28'],
    what: 'the database counts no attempts of an address',
    file: BASELINE,
    find: 'return not private.is_within(of_source + 1, of_middle + 1, of_widest + 1, 3, private.share_of(100, of_all));',
    replace: 'return false;',
    caughtBy: protocolTests.restSignup(
      'a fourth sign-up attempt for an email address within fifteen minutes gets 429, even if the first three were rejected',
    ),
  },
  {
    breaks: ['R5.28', 'R5.27'],
    what: 'the database allows thirty attempts',
    file: BASELINE,
    find: "'signup-address:' || email, array[source], 3, 100",
    replace: "'signup-address:' || email, array[source], 30, 100",
    caughtBy: protocolTests.restSignup(
      'a fourth sign-up attempt for an email address within fifteen minutes gets 429, even if the first three were rejected',
    ),
  },
  {
    breaks: ['R7.11'],
    what: 'copying a file is refused',
    file: 'backend/src/storage/routes.ts',
    find: "    scope.post('/object/copy', copyObjectEndpoint(files))\n",
    replace: '',
    caughtBy: protocolTests.storage(
      'storage move, copy and remove change objects, and report a missing source or an existing target',
    ),
  },
  {
    breaks: ['R5.17', 'R5.28'],
    what: 'the database guards no sign-up',
    file: BASELINE,
    find: '    new.is_paid is not true\n',
    replace: '    false\n',
    caughtBy: protocolTests.restSignup(
      'a sign-up with a script user agent or a suspicious name or email address gets 403 with the security message',
    ),
  },
  {
    breaks: ['R5.14'],
    what: 'the database stores names and addresses as they come',
    file: BASELINE,
    find: 'create trigger signup_1_tidy before insert or update of name, email on',
    replace: 'create trigger signup_1_tidy before update of name, email on',
    caughtBy: protocolTests.restSignup(
      'a sign-up is stored with trimmed name and lower-case email address, and takes one spot',
    ),
  },
  {
    breaks: ['R3.12', 'R4.17'],
    what: 'a paid sign-up is queued the mail of a free one',
    file: BASELINE,
    find: "case when signup.is_paid then 'welcome_paid' else 'welcome_free' end",
    replace: "case when signup.is_paid then 'welcome_free' else 'welcome_free' end",
    caughtBy: protocolTests.functions(
      'repeated send-notifications calls for a paid sign-up send one paid welcome mail, without amount or order id',
    ),
  },
  {
    breaks: ['R6.5', 'R7.6'],
    what: 'no message to the founders can be stored',
    file: BASELINE,
    find: '  public.store_contact_message(text, text, text, text)\n  to service_role;',
    replace:
      '  public.store_contact_message(text, text, text, text)\n  to service_role;\nrevoke all on function public.store_contact_message(text, text, text, text) from service_role;',
    caughtBy: protocolTests.functions(
      'send-contact-email stores the message and mails it to the team with the visitor as Reply-To',
    ),
  },
]
