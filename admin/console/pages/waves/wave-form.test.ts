import { expect, test } from 'vitest'
import { EMPTY_WAVE, toWaveFields, type WaveForm } from './wave-form.ts'

test('toWaveFields returns only the options of the chosen selection, without empty ones', () => {
  const form: WaveForm = {
    ...EMPTY_WAVE,
    wave: ' spring ',
    next: '50',
    status: 'paid',
    list: { name: 'friends.txt', id: 'a' },
  }
  expect(toWaveFields(form)).toEqual({ wave: 'spring', next: '50', status: 'paid' })
  expect(toWaveFields({ ...form, whom: 'list' })).toEqual({ wave: 'spring', list: 'a' })
  expect(toWaveFields(EMPTY_WAVE)).toEqual({})
})
