import { expect, test } from 'vitest'
import { describeEntry } from './act-words.ts'

test.each([
  ['settings set', 'mail_paused true', 'Changed a setting', 'Pause all mail: On'],
  ['settings set', 'mail_per_hour 1200', 'Changed a setting', 'Emails per hour: 1,200'],
  ['mail pause', '', 'Paused all mail', ''],
  ['mail pause', '--off', 'Resumed all mail', ''],
  ['mail test', 'auth_outage --to a***@b_c.example', 'Sent a test email', 'Alarm: mail fails, to a***@b_c.example'],
  ['users ban', 'a***@example.com --lift', 'Lifted a ban', 'a***@example.com'],
  ['waves send', '--wave spring-1 --next 5 --yes', 'Sent a wave', 'wave spring-1, next 5'],
  [
    'messages answer',
    '3f2a9c10-0000-4000-8000-000000000000 --text (text) --answer-id 3f2a9c11-0000-4000-8000-000000000000 --answers-seen 0',
    'Answered a message',
    '3f2a9c10',
  ],
  ['a newer-command', '--clear-flag', 'A newer command', 'clear flag'],
])('describeEntry describes “%s %s” as “%s” with “%s”', (act, detail, name, about) => {
  expect(describeEntry({ act, detail })).toEqual({ name, about })
})
