import { listActsCommand } from './audit/list.ts'
import { backupCommand } from './backup/backup.ts'
import { listBackupsCommand } from './backup/list.ts'
import { restoreCommand } from './backup/restore.ts'
import { resumeSendingCommand } from './backup/resume-sending.ts'
import { verifyBackupCommand } from './backup/verify.ts'
import type { Command } from './command.ts'
import { createConsoleCommand } from './console/console.ts'
import { showDatabaseCommand } from './database/show.ts'
import { doctorCommand } from './doctor/doctor.ts'
import { listMailCommand } from './mail/list.ts'
import { pauseMailCommand } from './mail/pause.ts'
import { previewMailCommand } from './mail/preview.ts'
import { retryMailCommand } from './mail/retry.ts'
import { testMailCommand } from './mail/test.ts'
import { createMcpCommand } from './mcp/mcp.ts'
import { answerMessageCommand } from './messages/answer.ts'
import { markMessageAnsweredCommand } from './messages/answered.ts'
import { listMessagesCommand } from './messages/list.ts'
import { noteMessageCommand } from './messages/note.ts'
import { showMessageCommand } from './messages/show.ts'
import { moveCommand } from './move/move.ts'
import { erasePersonCommand } from './privacy/erase.ts'
import { eraseAgainCommand } from './privacy/erase-again.ts'
import { exportPersonCommand } from './privacy/export.ts'
import { showPersonCommand } from './privacy/show.ts'
import { listDownloadsCommand } from './release/downloads.ts'
import { haltReleaseCommand } from './release/halt.ts'
import { createReleaseKeyCommand } from './release/key/create.ts'
import { showReleaseKeyCommand } from './release/key/show.ts'
import { listReleasesCommand } from './release/list.ts'
import { writeReleaseNotesCommand } from './release/notes.ts'
import { pruneReleasesCommand } from './release/prune.ts'
import { publishReleaseCommand } from './release/publish.ts'
import { resumeReleaseCommand } from './release/resume.ts'
import { rollbackReleaseCommand } from './release/rollback.ts'
import { stageReleaseCommand } from './release/stage.ts'
import { correctSignupCommand } from './signups/correct.ts'
import { exportSignupsCommand } from './signups/export.ts'
import { importSignupsCommand } from './signups/import.ts'
import { listSignupsCommand } from './signups/list.ts'
import { verifyPaymentCommand } from './signups/verify.ts'
import { setSettingCommand } from './site-settings/set.ts'
import { showSettingsCommand } from './site-settings/show.ts'
import { showSpotsHistoryCommand } from './spots/history.ts'
import { setSpotsCommand } from './spots/set.ts'
import { showSpotsCommand } from './spots/show.ts'
import { showTodayCommand } from './today/today.ts'
import { banUserCommand } from './users/ban.ts'
import { deleteUserCommand } from './users/delete.ts'
import { inviteUserCommand } from './users/invite.ts'
import { listUsersCommand } from './users/list.ts'
import { listWavesCommand } from './waves/list.ts'
import { planWaveCommand } from './waves/plan.ts'
import { sendWaveCommand } from './waves/send.ts'
import { listWebhooksCommand } from './webhooks/list.ts'
import { replayWebhooksCommand } from './webhooks/replay.ts'
import { testWebhookCommand } from './webhooks/send-test.ts'

/** All commands, keyed by the words that follow `npm run admin --`. */
export const ADMIN_COMMANDS: Readonly<Record<string, Command>> = {
  today: showTodayCommand,
  'spots show': showSpotsCommand,
  'spots set': setSpotsCommand,
  'spots history': showSpotsHistoryCommand,
  'settings show': showSettingsCommand,
  'settings set': setSettingCommand,
  'signups list': listSignupsCommand,
  'signups export': exportSignupsCommand,
  'signups correct': correctSignupCommand,
  'signups verify': verifyPaymentCommand,
  'signups import': importSignupsCommand,
  'waves plan': planWaveCommand,
  'waves send': sendWaveCommand,
  'waves list': listWavesCommand,
  'messages list': listMessagesCommand,
  'messages show': showMessageCommand,
  'messages answer': answerMessageCommand,
  'messages answered': markMessageAnsweredCommand,
  'messages note': noteMessageCommand,
  'mail list': listMailCommand,
  'mail retry': retryMailCommand,
  'mail pause': pauseMailCommand,
  'webhooks list': listWebhooksCommand,
  'webhooks replay': replayWebhooksCommand,
  'webhooks test': testWebhookCommand,
  'mail preview': previewMailCommand,
  'mail test': testMailCommand,
  'users list': listUsersCommand,
  'users invite': inviteUserCommand,
  'users ban': banUserCommand,
  'users delete': deleteUserCommand,
  'privacy show': showPersonCommand,
  'privacy export': exportPersonCommand,
  'privacy erase': erasePersonCommand,
  'privacy erase-again': eraseAgainCommand,
  'release key create': createReleaseKeyCommand,
  'release key show': showReleaseKeyCommand,
  'release publish': publishReleaseCommand,
  'release list': listReleasesCommand,
  'release halt': haltReleaseCommand,
  'release resume': resumeReleaseCommand,
  'release stage': stageReleaseCommand,
  'release rollback': rollbackReleaseCommand,
  'release notes': writeReleaseNotesCommand,
  'release prune': pruneReleasesCommand,
  'release downloads': listDownloadsCommand,
  backup: backupCommand,
  'backup list': listBackupsCommand,
  'backup verify': verifyBackupCommand,
  restore: restoreCommand,
  resume: resumeSendingCommand,
  move: moveCommand,
  doctor: doctorCommand,
  database: showDatabaseCommand,
  'acts list': listActsCommand,
  console: createConsoleCommand(() => ADMIN_COMMANDS),
  mcp: createMcpCommand(() => ADMIN_COMMANDS),
}

/**
 * Finds the command that the arguments start with, and returns the remaining arguments as `rest`. `command` is null for no arguments, for
 * a group's name alone (`path` is then the group) and for an unknown command.
 */
export function findCommand(argv: readonly string[]): { path: string; command: Command | null; rest: string[] } {
  const [first = '', second = ''] = argv
  for (const length of [3, 2, 1]) {
    const path = argv.slice(0, length).join(' ')
    const command = Object.hasOwn(ADMIN_COMMANDS, path) ? ADMIN_COMMANDS[path] : undefined
    if (command !== undefined) return { path, command, rest: argv.slice(length) }
  }
  const isGroup = (words: string) => Object.keys(ADMIN_COMMANDS).some((path) => path.startsWith(`${words} `))
  if (isGroup(`${first} ${second}`)) return { path: `${first} ${second}`, command: null, rest: [] }
  if (first === '' || !isGroup(first)) return { path: '', command: null, rest: [...argv] }
  if (second === '' || second.startsWith('-')) return { path: first, command: null, rest: [] }
  return { path: '', command: null, rest: [`${first} ${second}`] }
}
