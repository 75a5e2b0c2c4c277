import type { ParsedCommandLine } from '../parse-call.ts'

/**
 * How the console offers a command. A command with a `reason` is not offered.
 */
export type ConsoleRule = OfferedRule | { reason: string }

export type OfferedRule = {
  /** The options that only the command line has, such as names of folders. */
  without?: readonly string[]
  /** The options that take a file. The page sends the id of a staged file (`files/staged-files.ts`), never a path. */
  files?: readonly string[]
  /** Whether a command without a preview needs a confirmation nevertheless: its first call changes nothing. */
  asks?: boolean
  /** The option with which a command without `--yes` only shows a preview. The console sets it in the first of the two calls. */
  previewsWith?: string
  /**
   * Returns true for a call that needs no confirmation although the rule has `asks` or `previewsWith`: it must not wait, or it sends only
   * one mail or event. Left out: every call needs one.
   */
  runsAtOnce?: (given: ParsedCommandLine) => boolean
  /** Whether the page may send the secret for which the command line asks on the terminal. */
  takesSecret?: boolean
  /** Whether the response reports the progress of a long command. */
  streams?: boolean
  /** Whether the command stops when the page closes the connection. */
  stopsWithPage?: boolean
  /** Whether the response is the output of the command. */
  exports?: boolean
}

const OFFERED = {} as const
const ARCHIVE_OPTIONS = ['mac-intel-zip', 'mac-silicon-zip', 'mac-intel-tar', 'mac-silicon-tar'] as const
const isOne = ({ args }: ParsedCommandLine) => args['id'] !== undefined
const FILES = 'It needs files of the operator’s computer.'

const PUBLISHED_FILES = ['windows', 'mac-intel', 'mac-silicon', ...ARCHIVE_OPTIONS, 'key'] as const

/** The rule of every operator command, keyed as `ADMIN_COMMANDS`. A test checks that no command is left out. */
export const CONSOLE_RULES: Readonly<Record<string, ConsoleRule>> = {
  today: OFFERED,
  'spots show': OFFERED,
  'spots set': OFFERED,
  'spots history': OFFERED,
  'settings show': OFFERED,
  // Asks for a confirmation, because setting `mail_paused` to false sends all waiting mail.
  'settings set': { asks: true },
  'signups list': OFFERED,
  'signups search': { reason: 'signups list --search does the same, page by page.' },
  'signups export': { without: ['to'], exports: true },
  'signups correct': OFFERED,
  'signups verify': OFFERED,
  'signups import': { files: ['file'] },
  'messages list': OFFERED,
  'messages show': OFFERED,
  'messages answer': { without: ['file'], asks: true },
  'messages answered': OFFERED,
  'messages note': OFFERED,
  'mail list': OFFERED,
  'mail retry': { without: ['preview'], previewsWith: 'preview', runsAtOnce: isOne },
  'mail pause': { without: ['preview'], previewsWith: 'preview', runsAtOnce: ({ options }) => options['off'] !== true },
  'mail preview': { without: ['html'] },
  'mail test': OFFERED,
  'waves plan': { files: ['list'] },
  'waves send': { files: ['list'], streams: true },
  'waves list': OFFERED,
  'webhooks list': OFFERED,
  'webhooks replay': { without: ['preview'], previewsWith: 'preview', runsAtOnce: isOne },
  'webhooks test': OFFERED,
  'users list': { reason: 'A person’s page shows the account.' },
  'users invite': { reason: 'It mails an address that has not signed up; the command line is enough.' },
  'users ban': { reason: 'Lifting a ban has no preview; the command line is enough.' },
  'users delete': { reason: 'privacy erase deletes the account with everything else.' },
  'privacy show': OFFERED,
  'privacy export': { without: ['to'] },
  'privacy erase': { without: ['backups'] },
  'privacy erase-again': { reason: 'It belongs to a restore, and reads the list of erased people beside the backups.' },
  'release key create': { reason: 'It asks for a passphrase on the terminal and writes the secret key.' },
  'release key show': { without: ['key', 'passphrase-file'] },
  'release publish': {
    without: ['passphrase-file', 'base', 'verify-remote', 'check', 'preview'],
    files: PUBLISHED_FILES,
    previewsWith: 'preview',
    takesSecret: true,
    streams: true,
    stopsWithPage: true,
  },
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
  resume: { without: ['preview'], previewsWith: 'preview' },
  move: { reason: 'It runs long and needs the keys of two databases.' },
  doctor: OFFERED,
  database: { reason: 'Its address is for programs on the machine of the server.' },
  'acts list': OFFERED,
  console: { reason: 'It is the program that serves the console.' },
  mcp: { reason: 'It belongs to an assistant’s program.' },
}
