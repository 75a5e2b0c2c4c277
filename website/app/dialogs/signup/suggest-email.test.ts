import { expect, test } from 'vitest'
import { suggestEmail } from './suggest-email.ts'

test('suggestEmail corrects a single typo in the domain of a common email provider', () => {
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

test('suggestEmail corrects a typo at the start or end of every common email domain', () => {
  const hosts = ['gmail', 'yahoo', 'hotmail', 'outlook', 'icloud', 'googlemail', 'live', 'aol'].map(
    (name) => `${name}.com`,
  )
  for (const host of hosts) {
    for (const typed of [`q${host.slice(1)}`, `${host}m`, `${host.slice(0, -2)}mo`]) {
      expect(suggestEmail(`a@${typed}`), typed).toBe(`a@${host}`)
    }
  }
})

test('suggestEmail returns null for real email domains that are similar to a common one', () => {
  for (const host of ['mail.com', 'ymail.com', 'email.com', 'gmx.com', 'aon.com', 'love.com', 'five.com']) {
    expect(suggestEmail(`anna@${host}`), host).toBeNull()
  }
})

test('suggestEmail returns null for correct, incomplete or unrelated addresses and for domains with more than one typo', () => {
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
    'anna@ggmmail.com',
    'anna@gmail.comxx',
    'anna@gmaiilll.com',
    'anna@mgail.con',
    'anna@gmial.con',
    'anna@gamli.com',
    'anna@gmalx.com',
    'anna@gmxil.coo',
    'anna@gmlio.com',
    'anna@gmxal.com',
    'anna@gmixl.com',
  ]
  for (const email of fine) expect(suggestEmail(email), email).toBeNull()
})
