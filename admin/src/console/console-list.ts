/**
 * How the console offers a command. `without` names the options that only the command line has, such as names of files. With `asks`, a
 * command that has no preview also needs a confirmation: its first call changes nothing. With `streams`, the response reports the progress
 * of a long command. With `exports`, the response is the output of the command. A command with a `reason` is not offered.
 */
export type ConsoleRule =
  | { without?: readonly string[]; asks?: boolean; streams?: boolean; exports?: boolean }
  | { reason: string }

const OFFERED = {} as const
const FILES = 'It needs files of the operator’s computer.'
const NO_PAGE = 'The console has no page for it.'

/** The rule of every operator command, keyed as `ADMIN_COMMANDS`. A test checks that no command is left out. */
export const CONSOLE_RULES: Readonly<Record<string, ConsoleRule>> = {
  today: OFFERED,
  'spots show': OFFERED,
  'spots set': OFFERED,
  'spots history': OFFERED,
  'settings show': OFFERED,
  'settings set': OFFERED,
  'signups list': OFFERED,
  'signups search': { reason: 'signups list --search does the same, page by page.' },
  'signups export': { without: ['to'], exports: true },
  'messages list': OFFERED,
  'messages show': OFFERED,
  'messages answer': { without: ['file'], asks: true },
  'messages answered': OFFERED,
  'messages note': OFFERED,
  'mail list': OFFERED,
  'mail retry': OFFERED,
  'mail pause': OFFERED,
  'mail preview': { without: ['html'] },
  'mail test': OFFERED,
  'waves plan': { reason: NO_PAGE },
  'waves send': { reason: NO_PAGE },
  'waves list': { reason: NO_PAGE },
  'webhooks list': { reason: NO_PAGE },
  'webhooks replay': { reason: NO_PAGE },
  'webhooks test': { reason: NO_PAGE },
  'users list': { reason: 'A person’s page shows the account.' },
  'users invite': { reason: 'It mails an address that has not signed up; the command line is enough.' },
  'users ban': { reason: 'Lifting a ban has no preview; the command line is enough.' },
  'users delete': { reason: 'privacy erase deletes the account with everything else.' },
  'privacy show': OFFERED,
  'privacy export': { without: ['to'] },
  'privacy erase': { without: ['backups'] },
  'privacy erase-again': { reason: 'It belongs to a restore, and reads the list of erased people beside the backups.' },
  'release key create': { reason: 'It asks for a passphrase on the terminal and writes the secret key.' },
  'release key show': { reason: FILES },
  'release publish': { reason: FILES },
  'release list': OFFERED,
  'release halt': { asks: true },
  'release resume': { asks: true },
  'release stage': { asks: true },
  'release rollback': { asks: true },
  'release submit-files': { reason: FILES },
  'release notes': OFFERED,
  'release prune': { reason: 'It deletes files of releases; the command line previews them.' },
  'release downloads': OFFERED,
  backup: { without: ['backups', 'to', 'keep'], streams: true },
  'backup list': { without: ['backups'] },
  'backup verify': { without: ['backups'], streams: true },
  restore: { reason: 'It replaces the whole database while the server is stopped.' },
  move: { reason: 'It runs long and needs the keys of two databases.' },
  doctor: OFFERED,
  'acts list': OFFERED,
  console: { reason: 'It is the program that serves the console.' },
  mcp: { reason: 'It belongs to an assistant’s program.' },
}
