import { backup } from './backup/backup.ts'
import { restore } from './backup/restore.ts'
import type { Command } from './command.ts'
import { doctor } from './doctor/doctor.ts'
import { listMail } from './mail/list.ts'
import { pauseMail } from './mail/pause.ts'
import { retryMail } from './mail/retry.ts'
import { markMessageAnswered } from './messages/answered.ts'
import { listMessages } from './messages/list.ts'
import { showMessage } from './messages/show.ts'
import { move } from './move/move.ts'
import { erasePerson } from './privacy/erase.ts'
import { eraseAgain } from './privacy/erase-again.ts'
import { exportPerson } from './privacy/export.ts'
import { listReleases } from './release/list.ts'
import { writeReleaseNotes } from './release/notes.ts'
import { pruneReleases } from './release/prune.ts'
import { publishRelease } from './release/publish.ts'
import { rollbackRelease } from './release/rollback.ts'
import { exportSignups } from './signups/export.ts'
import { listSignups } from './signups/list.ts'
import { searchSignups } from './signups/search.ts'
import { setSetting } from './site-settings/set.ts'
import { showSettings } from './site-settings/show.ts'
import { showSpotsHistory } from './spots/history.ts'
import { setSpots } from './spots/set.ts'
import { showSpots } from './spots/show.ts'
import { banUser } from './users/ban.ts'
import { deleteUser } from './users/delete.ts'
import { inviteUser } from './users/invite.ts'
import { listUsers } from './users/list.ts'

/** All commands, keyed by the words that follow `npm run admin --`. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  'spots show': showSpots,
  'spots set': setSpots,
  'spots history': showSpotsHistory,
  'settings show': showSettings,
  'settings set': setSetting,
  'signups list': listSignups,
  'signups search': searchSignups,
  'signups export': exportSignups,
  'messages list': listMessages,
  'messages show': showMessage,
  'messages answered': markMessageAnswered,
  'mail list': listMail,
  'mail retry': retryMail,
  'mail pause': pauseMail,
  'users list': listUsers,
  'users invite': inviteUser,
  'users ban': banUser,
  'users delete': deleteUser,
  'privacy export': exportPerson,
  'privacy erase': erasePerson,
  'privacy erase-again': eraseAgain,
  'release publish': publishRelease,
  'release list': listReleases,
  'release rollback': rollbackRelease,
  'release notes': writeReleaseNotes,
  'release prune': pruneReleases,
  backup,
  restore,
  move,
  doctor,
}

/**
 * Finds the command that the arguments start with, and returns the remaining arguments as `rest`. `command` is null for no arguments, for
 * a group's name alone (`path` is then the group) and for an unknown command.
 */
export function findCommand(argv: readonly string[]): { path: string; command: Command | null; rest: string[] } {
  const [first = '', second = ''] = argv
  for (const [path, length] of [
    [`${first} ${second}`, 2],
    [first, 1],
  ] as const) {
    const command = Object.hasOwn(COMMANDS, path) ? COMMANDS[path] : undefined
    if (command !== undefined) return { path, command, rest: argv.slice(length) }
  }
  const isGroup = first !== '' && Object.keys(COMMANDS).some((path) => path.startsWith(`${first} `))
  if (!isGroup) return { path: '', command: null, rest: [...argv] }
  if (second === '' || second.startsWith('-')) return { path: first, command: null, rest: [] }
  return { path: '', command: null, rest: [`${first} ${second}`] }
}
