// The expected access of every database role to the rows of every exposed table. The tests fail for a new table or function until
// its access is listed here.

/** The database roles of the data API. */
export const DATA_API_ROLES = ['anon', 'authenticated', 'service_role'] as const

/** A database role of the data API: one of `DATA_API_ROLES`. */
export type DataApiRole = (typeof DATA_API_ROLES)[number]

/** The operations that the tests try on each table. */
export const TABLE_OPERATIONS = ['select', 'insert', 'update', 'delete'] as const

/** An operation that the tests try on each table: one of `TABLE_OPERATIONS`. */
export type TableOperation = (typeof TABLE_OPERATIONS)[number]

/**
 * The expected result of an operation on a table: `refused` with an error, `none` of the existing rows affected, `spots` (only the
 * row with the number of spots affected), or `all` rows affected. An insert is `refused` or `all`.
 */
export type OperationOutcome = 'refused' | 'none' | 'spots' | 'all'

type Rules = Record<TableOperation, OperationOutcome>

const everything: Rules = { select: 'all', insert: 'all', update: 'all', delete: 'all' }
const nothing: Rules = { select: 'refused', insert: 'refused', update: 'refused', delete: 'refused' }
/**
 * Rules for a role that has the table privileges, which Supabase grants by default, but for which no row-level security policy
 * matches a row.
 */
const noRow: Rules = { select: 'none', insert: 'refused', update: 'none', delete: 'none' }

/** The expected access to a table: SQL that inserts a valid row, SQL that updates a row, and the result of each operation for each role. */
export type TableAccessRules = { insert: string; update: string; rules: Record<DataApiRole, Rules> }

function table(insert: string, update: string, visitor: Rules): TableAccessRules {
  return { insert, update, rules: { anon: visitor, authenticated: visitor, service_role: everything } }
}

/** The rules of a table that only operators read, and that only functions change. */
function history(insert: string, update: string): TableAccessRules {
  const rules = { anon: nothing, authenticated: nothing, service_role: { ...nothing, select: 'all' } } as const
  return { insert, update, rules }
}

/** The access rules of every table in the exposed schemas. */
export const TABLE_ACCESS_RULES: Record<string, TableAccessRules> = {
  'public.app_settings': table(`(key, value) values ('some_setting', 'x')`, `value = '7'`, {
    ...nothing,
    select: 'spots',
  }),
  'public.early_access_users': table(
    `(name, email) values ('Grace Hopper', 'grace.hopper@example.com')`,
    `name = 'Somebody Else'`,
    { ...nothing, insert: 'all' },
  ),
  'public.contact_messages': table(
    `(name, email, message) values ('Grace', 'grace@example.com', 'Hello.')`,
    `message = 'Changed.'`,
    nothing,
  ),
  'public.mail_outbox': table(
    `(kind, recipient) values ('welcome_free', 'grace@example.com')`,
    `recipient = 'somebody.else@example.com'`,
    nothing,
  ),
  'public.webhook_outbox': table(
    `(event_id, target, kind, person, data) values (gen_random_uuid(), 'crm', 'webhook.test', '', '{}')`,
    `last_error = 'Another.'`,
    nothing,
  ),
  'public.setting_changes': history(`(key, new_value) values ('early_access_spots', '7')`, `reason = 'Another.'`),
  'public.download_counts': history(
    `(day, platform, version, downloads) values ('2026-03-05', 'windows-x64', '1.0.0', 1)`,
    `downloads = 7`,
  ),
  'public.contact_answers': history(
    `(id, message_id, answer, answered_by, mail_id) select gen_random_uuid(), id, 'Yes.', 'ada', gen_random_uuid() from contact_messages`,
    `answer = 'No.'`,
  ),
  'public.hourly_counts': history(
    `(hour, what, label, amount) values ('2026-03-05T10:00:00Z', 'server_error', 'rest', 1)`,
    `amount = 7`,
  ),
  'public.operator_acts': history(
    `(who, via, act, detail) values ('ada', 'console', 'mail pause', '')`,
    `who = 'somebody else'`,
  ),
  'public.waves': history(`(name, selection, size) values ('another', '{"next": 5}', 5)`, `size = 7`),
  'storage.buckets': table(`(id, name) values ('another', 'another')`, 'public = true', noRow),
  'storage.objects': table(`(bucket_id, name) values ('downloads', 'another')`, `name = name || '-changed'`, noRow),
}

/** The columns of a sign-up that a visitor may set. The database sets all other columns. */
export const VISITOR_SIGNUP_COLUMNS = ['name', 'email', 'is_paid', 'amount', 'order_id']

const OPERATOR_FUNCTIONS = `
  answer_message apply_retention begin_act claim_mail claim_mail_by_id claim_webhook correct_signup count_mail
  count_signups count_signups_by_period count_webhooks end_act erase_again erase_person erased_among
  find_address_changes find_person import_signups list_erased_people list_waves mark_mail_failed mark_mail_sent
  mark_webhook_delivered mark_webhook_failed note_release page_signups plan_wave queue_webhook_test
  record_payment_event replay_webhooks request_confirmation_mail request_welcome_mail retry_given_up_mail retry_mail
  send_wave set_setting set_webhook_targets store_contact_message`

/** Every function of the exposed schema, with the roles that may execute the function. */
export const FUNCTION_EXECUTE_ROLES: Record<string, DataApiRole[]> = {
  ...Object.fromEntries(
    OPERATOR_FUNCTIONS.trim()
      .split(/\s+/)
      .map((name) => [name, ['service_role']]),
  ),
  confirm_signup: ['anon', 'authenticated'],
  must_confirm_signup: ['anon', 'authenticated'],
}
