import { expect, test } from 'vitest'
import { DatabaseError } from '../database/errors.ts'
import { translateError } from './translate.ts'

test('two changes that waited for each other to the last are no fault: one is asked to try again', () => {
  const refusal = Object.assign(new Error('deadlock detected'), { code: '40P01', severity: 'ERROR' })
  expect(translateError(new DatabaseError(refusal))).toMatchObject({ status: 503, code: 'database_unavailable' })
})
