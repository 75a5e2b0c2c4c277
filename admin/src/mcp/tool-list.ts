/**
 * How a command is offered to an assistant. `shows` names the fields of its data that are not masked; every other text and number is.
 * `without` names options that stay with the operator. `reveals` names options that are not offered while personal data is masked, because
 * a search in it or an order by it finds it out in a few hundred calls. A command with a `reason` is not offered.
 */
export type ToolRule =
  | { shows: readonly string[]; without?: readonly string[]; reveals?: readonly string[] }
  | { reason: string }

const ROW = ['id', 'created_at'] as const
const PAYMENT = [
  'is_paid',
  'amount',
  'currency',
  'payment_verified',
  'payment_reversal',
  'verified',
  'reversal',
  'claimed_at',
] as const
const SIGNUP = [
  ...ROW,
  ...PAYMENT,
  'consent_at',
  'consent_form',
  'invited_at',
  'wave',
  'confirm_by',
  'confirmed_at',
] as const
const PAYMENT_EVENT = ['type', 'happened_at', 'received_at'] as const
const MESSAGE = [...ROW, 'answered_at'] as const
const MAIL = [...ROW, 'kind', 'attempts', 'due_at', 'sent_at', 'gave_up_at'] as const
const EVENT = [...ROW, 'target', 'kind', 'attempts', 'due_at', 'delivered_at', 'gave_up_at', 'last_error'] as const
const MAIL_COUNTS = [
  'waiting',
  'given_up',
  'sent',
  'sent_last_hour',
  'failing_since',
  'failure',
  'resumes_at',
  'trouble',
] as const
const TARGET = ['waiting', 'dead', 'delivered', 'overdue_seconds', 'failing_since'] as const
const ACCOUNT = [...ROW, 'updated_at', 'last_sign_in_at', 'invited_at', 'banned_until'] as const
const WAVE = ['wave', 'created_at', 'size', 'invited', 'spots', 'erased'] as const
const WAVE_PLAN = [
  ...WAVE,
  'eligible',
  'would_invite',
  'first',
  'left_out',
  'unconfirmed',
  'flagged',
  'verified',
  'unreachable',
] as const
const RELEASE = ['version', 'before', 'halted', 'staged', 'versions', 'done'] as const
const TODAY = [
  ...[
    'read_at',
    'period',
    'signups',
    'at',
    'free',
    'paid',
    'refused',
    'spots',
    'remaining',
    'countsDown',
    'mail',
    'paused',
  ],
  ...['counts', ...MAIL_COUNTS, 'slowest_seconds', 'messages', 'open', 'oldest'],
  ...['downloads', 'since', 'platforms', 'versions', 'days', 'errors', 'total', 'services', 'not_counted', ...MESSAGE],
] as const
const FILES = 'It reads or writes files that the operator names, and runs long.'

/** The rule of every operator command, keyed as `ADMIN_COMMANDS`. A test checks that no command is left out. */
export const TOOL_RULES: Readonly<Record<string, ToolRule>> = {
  today: { shows: TODAY },
  'spots show': { shows: ['remaining', 'countsDown', 'signups'] },
  'spots set': { shows: ['before', 'after'] },
  'spots history': { shows: ['id', 'key', 'old_value', 'new_value', 'changed_at'] },
  'settings show': { shows: ['key', 'value', 'updated_at', 'values', 'meaning'] },
  'settings set': { shows: ['setting', 'before', 'after'] },
  'signups list': { shows: SIGNUP, reveals: ['search', 'sort'] },
  'signups search': { shows: SIGNUP },
  'signups export': { reason: 'It writes a file, or every sign-up at once; signups list answers the same in parts.' },
  'signups correct': { shows: SIGNUP },
  'signups verify': { shows: SIGNUP },
  'signups import': { reason: FILES },
  'waves plan': { shows: WAVE_PLAN, without: ['list'] },
  'waves send': { shows: ['done', 'total', ...WAVE_PLAN], without: ['list'] },
  'waves list': {
    shows: [...WAVE, 'selection', 'next', 'status', 'since', 'until', 'sent', 'waiting', 'given_up'],
  },
  'messages list': { shows: MESSAGE },
  'messages show': { shows: MESSAGE },
  'messages answer': { shows: ['id', 'answer_id', 'mail_id'], without: ['file', 'answer-id'] },
  'messages answered': { shows: MESSAGE },
  'messages note': { shows: MESSAGE },
  'mail list': { shows: [...MAIL, 'paused', 'counts', 'mails', ...MAIL_COUNTS] },
  'mail retry': { shows: ['retried'], without: ['preview'] },
  'mail pause': { shows: ['paused'], without: ['preview'] },
  'webhooks list': { shows: [...EVENT, 'targets', 'events', ...TARGET] },
  'webhooks replay': { shows: ['replayed'], without: ['preview'] },
  'webhooks test': { shows: ['delivered', 'reason'] },
  'mail preview': { shows: ['kinds', 'kind', 'subject', 'text'], without: ['html'] },
  'mail test': { shows: ['id', 'kind', 'sent', 'reason'] },
  'users list': { shows: ACCOUNT },
  'users invite': { shows: ACCOUNT },
  'users ban': { shows: ['done', 'account', ...ACCOUNT] },
  'users delete': { shows: ['done', 'account', ...ACCOUNT] },
  'privacy show': { shows: ['signups', 'messages', 'mails', ...SIGNUP, ...MESSAGE, ...MAIL] },
  'privacy export': {
    shows: [
      ...['signups', 'payments', 'messages', 'mails', 'events', 'copied_at'],
      ...[...SIGNUP, ...PAYMENT_EVENT, ...MESSAGE, ...MAIL],
    ],
    without: ['to'],
  },
  'privacy erase': {
    shows: ['done', 'signups', 'payments', 'messages', 'mails', 'events', 'account', 'changes'],
    without: ['backups'],
  },
  'privacy erase-again': { reason: 'It belongs to a restore, and reads the list of erased people beside the backups.' },
  'release key create': { reason: 'It asks for a passphrase on the terminal and writes the secret key.' },
  'release key show': { shows: ['id', 'publicKey', 'keys'], without: ['key', 'passphrase-file'] },
  'release publish': { reason: `${FILES} It may ask for the passphrase of the release key.` },
  'release list': { shows: [...RELEASE, 'current', 'beta', 'releases', 'publishedAt', 'channel'] },
  'release halt': { shows: RELEASE },
  'release resume': { shows: RELEASE },
  'release stage': { shows: RELEASE },
  'release rollback': { shows: RELEASE },
  'release submit-files': { reason: FILES },
  'release notes': { shows: RELEASE },
  'release prune': { shows: RELEASE },
  'release downloads': { shows: ['since', 'counts', 'day', 'platform', 'version', 'downloads', 'not_counted'] },
  backup: { reason: FILES },
  'backup list': { reason: 'Its folder is on the computer of the operator.' },
  'backup verify': { reason: FILES },
  restore: { reason: `${FILES} It replaces the whole database.` },
  resume: { shows: ['held', 'mails', 'events'], without: ['preview'] },
  move: { reason: 'It runs long and needs the keys of two databases.' },
  doctor: { shows: ['broken', 'findings', 'state', 'what', 'text'] },
  database: { reason: 'Its address is for programs on the machine of the server.' },
  'acts list': { shows: ['id', 'began_at', 'ended_at', 'who', 'face', 'act', 'outcome'] },
  console: { reason: 'It runs until the operator ends it.' },
  mcp: { reason: 'It is the program that offers the tools.' },
}
