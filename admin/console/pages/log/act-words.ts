import { toWords } from '../../parts/format.ts'
import { formatMailKind } from '../../parts/mail-kinds.ts'
import { formatSetting, formatSettingValue } from '../../parts/setting-words.ts'

/** The names of the commands that the audit log records. A name with an option is that of a call with the option. */
export const ACT_NAMES: Readonly<Record<string, string>> = {
  backup: 'Made a backup',
  'mail pause': 'Paused all mail',
  'mail pause --off': 'Resumed all mail',
  'mail retry': 'Sent email again',
  'mail test': 'Sent a test email',
  'messages answer': 'Answered a message',
  'messages answered': 'Marked a message as answered',
  'messages answered --undo': 'Opened a message again',
  'messages note': 'Wrote a note',
  'privacy erase': 'Erased a person',
  'privacy erase-again': 'Erased people again after a restore',
  'privacy export': 'Exported a person’s data',
  'release halt': 'Halted a release',
  'release notes': 'Changed what is new in a release',
  'release prune': 'Deleted old releases',
  'release publish': 'Published a release',
  'release resume': 'Resumed a release',
  'release rollback': 'Went back to a release',
  'release stage': 'Changed the share of a release',
  restore: 'Restored a backup',
  resume: 'Sent again after a restore',
  'settings set': 'Changed a setting',
  'signups correct': 'Corrected a sign-up',
  'signups export': 'Exported sign-ups',
  'signups import': 'Imported sign-ups',
  'signups verify': 'Verified a payment',
  'signups verify --undo': 'Marked a payment as not verified',
  'spots set': 'Changed the places',
  'users ban': 'Banned an account',
  'users ban --lift': 'Lifted a ban',
  'users delete': 'Deleted an account',
  'users invite': 'Invited someone to an account',
  'waves send': 'Sent a wave',
  'webhooks replay': 'Sent webhook events again',
  'webhooks test': 'Sent a test event',
}

/** Options that say nothing to a reader: texts that the log does not store, and what a confirmed call always has. */
const SILENT = new Set(['answer-id', 'answers-seen', 'lift', 'off', 'text', 'undo', 'yes'])

/** Describes an entry of the audit log in words: what was done, and with which arguments and options. */
export function describeEntry({ act, detail }: { act: string; detail: string }): { name: string; about: string } {
  const [args = '', ...options] = ` ${detail}`.split(' --')
  const given = options.map((option) => option.split(/ (.*)/s, 2))
  const flag = given.find(([name = '']) => ['lift', 'off', 'undo'].includes(name))?.[0]
  const name = ACT_NAMES[`${act} --${flag}`] ?? ACT_NAMES[act] ?? toWords(act)
  if (act === 'settings set') {
    const [key = '', value = ''] = args.trim().split(' ')
    return { name, about: `${formatSetting(key)}: ${formatSettingValue(key, value)}` }
  }
  const said = given
    .filter(([option = '']) => !SILENT.has(option))
    .map(([option = '', value]) => [option.replaceAll('-', ' '), value].filter(Boolean).join(' '))
  const about = [args.trim(), ...said].filter(Boolean).join(', ')
  return { name, about: about.replace(UUID, '$1').replace(KEY, formatMailKind) }
}

/** A kind of email, or another key: a whole word. */
const KEY = /(?<=^|\s)[a-z]+(?:_[a-z]+)+(?=$|[\s,])/g

/** The id of a row, of which the first part tells it from the others. */
const UUID = /\b([0-9a-f]{8})-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/g
