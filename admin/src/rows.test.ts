import * as v from 'valibot'
import { expect, test } from 'vitest'
import {
  contactAnswerRowSchema,
  contactMessageRowSchema,
  hourlyCountRowSchema,
  OUTBOX_MAIL_COLUMNS,
  operatorActRowSchema,
  outboxMailCountsSchema,
  outboxMailRowSchema,
  paymentEventRowSchema,
  settingChangeRowSchema,
  settingRowSchema,
  signupRowSchema,
} from './rows.ts'

const at = '2026-03-05T10:20:30Z'
const further_claims = [
  { order_id: 'cs_2', amount: 49, claimed_at: at },
  { order_id: 'cs_3', amount: 49, claimed_at: at, currency: 'EUR', verified: true },
]
const rows = [
  [settingRowSchema, { key: 'spots', value: '3', updated_at: at }],
  [settingChangeRowSchema, { id: 1, key: 'spots', old_value: null, new_value: '3', reason: null, changed_at: at }],
  [
    signupRowSchema,
    {
      ...{ id: 'a', name: 'Ada', email: 'ada@example.com', is_paid: true, amount: '29.00', order_id: 'cs_1' },
      ...{ payment_verified: true, consent_wording: 'Yes', consent_at: at, consent_form: 'early-access' },
      ...{ created_at: at, flag_reason: null, claimed_at: at, further_claims, currency: 'EUR' },
      ...{ payment_reversal: null, invited_at: at, wave: 'spring', confirm_by: null, confirmed_at: null },
    },
  ],
  [
    paymentEventRowSchema,
    { id: 'evt_1', type: 'paid', order_id: 'cs_1', payment_id: 'pi_1', happened_at: at, received_at: at },
  ],
  [
    contactMessageRowSchema,
    { id: 'a', name: 'Ada', email: 'ada@example.com', message: 'Hi', created_at: at, answered_at: null, note: null },
  ],
  [
    outboxMailRowSchema,
    {
      ...{ id: 'a', kind: 'welcome', recipient: null, attempts: 0, due_at: at, sent_at: null },
      ...{ gave_up_at: null, last_error: null, created_at: at },
    },
  ],
  [
    outboxMailCountsSchema,
    {
      waiting: 1,
      given_up: 0,
      sent: 2,
      sent_last_hour: 1,
      is_limited: false,
      is_failing: false,
      overdue_seconds: 0,
      slowest_seconds: 4,
      failing_since: at,
      failure: 'SMTP 450',
      resumes_at: null,
    },
  ],
  [contactAnswerRowSchema, { id: 'a', answer: 'Yes', answered_by: 'Grace', mail_id: 'b', created_at: at }],
  [
    operatorActRowSchema,
    {
      ...{ id: 1, began_at: at, ended_at: null, who: 'Grace', via: 'console', act: 'mail pause' },
      ...{ detail: '', reason: null, outcome: null },
    },
  ],
  [hourlyCountRowSchema, { hour: at, what: 'server_error', label: 'rest', amount: 2 }],
] as const

test('each database row schema drops unknown columns and rejects a row with a missing column', () => {
  for (const [schema, row] of rows) {
    expect(v.parse(schema, { ...row, later: 1 })).toEqual(row)
    for (const column of Object.keys(row)) expect(v.is(schema, { ...row, [column]: undefined }), column).toBe(false)
  }
})

test('OUTBOX_MAIL_COLUMNS selects all columns of an outbox mail except its template data', () => {
  expect(OUTBOX_MAIL_COLUMNS).toBe('id,kind,recipient,attempts,due_at,sent_at,gave_up_at,last_error,created_at')
})
