/** Sample data for composing mails. It contains the fields of every kind of mail. */
export const sampleMailData = {
  code: '048213',
  minutes: 60,
  path: `/#confirm?token_hash=${'4711990815'.repeat(6)}&type=signup`,
  notice: 'password_changed',
  ceiling: 'mails',
  at: '2026-03-05T14:07:00.000Z',
  confirm_by: '2026-03-07T14:07:00.000Z',
  token: '0f1e2d3c'.repeat(8),
  name: 'Ada Lovelace',
  is_paid: true,
  amount: 29,
  email: 'ada@example.com',
  message: 'Hello.\n\nDoes it read https://example.com/a/long/address/that/no/program/breaks/anywhere.html?\n\nBye.',
  answer: 'Hello Ada,\n\nYes, it does.\n\nWarm wishes, Grace',
}
