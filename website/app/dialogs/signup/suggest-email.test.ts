import { expect, test } from 'vitest'
import { suggestEmail } from './suggest-email.ts'

test('one slip away from a common mail host is pointed out', () => {
  const slips = {
    'anna@gmial.com': 'anna@gmail.com',
    'anna@gmai.com': 'anna@gmail.com',
    'anna@gmaill.com': 'anna@gmail.com',
    'anna@gmail.co': 'anna@gmail.com',
    'anna@gmail.con': 'anna@gmail.com',
    'anna@hotmial.com': 'anna@hotmail.com',
    'anna@yaho.com': 'anna@yahoo.com',
    'anna@outlok.com': 'anna@outlook.com',
    'anna@iclould.com': 'anna@icloud.com',
    'Anna.Berg+x@GMIAL.com': 'Anna.Berg+x@gmail.com',
    ' anna@gmial.com ': 'anna@gmail.com',
  }
  for (const [typed, meant] of Object.entries(slips)) expect(suggestEmail(typed), typed).toBe(meant)
})

test('right addresses, other hosts and half-typed addresses are left alone', () => {
  const fine = [
    '',
    '@',
    '@gmial.com',
    'anna',
    'anna@',
    'anna@g',
    'anna@gmail.com',
    'anna@GMAIL.com',
    'anna@mail.com',
    'anna@ymail.com',
    'anna@email.com',
    'anna@gmx.com',
    'anna@example.com',
    'anna@gmail.example',
  ]
  for (const email of fine) expect(suggestEmail(email), email).toBeNull()
})
