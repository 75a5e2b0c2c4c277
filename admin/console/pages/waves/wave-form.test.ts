import { expect, test } from 'vitest'
import { EMPTY_WAVE, toWaveFields } from './wave-form.ts'

test('toWaveFields gives the options of the chosen selection only, without empty ones', () => {
  const form = { ...EMPTY_WAVE, wave: ' spring ', next: '50', status: 'paid', list: { name: 'friends.txt', id: 'a' } }
  expect(toWaveFields(form)).toEqual({ wave: 'spring', next: '50', status: 'paid' })
  expect(toWaveFields({ ...form, whom: 'list' })).toEqual({ wave: 'spring', list: 'a' })
  expect(toWaveFields(EMPTY_WAVE)).toEqual({})
})
