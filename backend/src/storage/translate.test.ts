import { expect, test } from 'vitest'
import { DatabaseError } from '../database/port/errors.ts'
import { translateStorageError } from './translate.ts'

test('a deadlock gets a 503 that the client can retry', () => {
  const refusal = Object.assign(new Error('deadlock detected'), { code: '40P01', severity: 'ERROR' })
  expect(translateStorageError(new DatabaseError(refusal))).toMatchObject({ status: 503, code: 'database_unavailable' })
})

function refused(code: string, message = 'said by PostgreSQL', constraint?: string) {
  const cause = Object.assign(new Error(message), { code, severity: 'ERROR', ...(constraint && { constraint }) })
  return translateStorageError(new DatabaseError(cause))
}

test('a row-level security violation is named in the error, and other missing privileges are not', () => {
  expect(refused('42501', 'new row violates row-level security policy for table "objects"')).toMatchObject({
    code: 'AccessDenied',
    message: 'new row violates row-level security policy',
  })
  const other = refused('42501', 'permission denied for table secrets')
  expect(other?.code).toBe('AccessDenied')
  expect(other?.message).not.toMatch(/row-level|secrets/)
})

test('a unique violation is reported as an existing bucket or object, by its constraint', () => {
  expect(refused('23505', 'duplicate', 'buckets_pkey')?.code).toBe('BucketAlreadyExists')
  expect(refused('23505', 'duplicate', 'objects_bucket_id_name')?.code).toBe('KeyAlreadyExists')
  expect(refused('23505', 'duplicate')?.code).toBe('KeyAlreadyExists')
  expect(refused('23503')?.code).toBe('NoSuchBucket')
  expect(refused('23503')?.cause, 'for the log').toBeInstanceOf(DatabaseError)
})

test('a value that cannot be stored gets a 400, and returns null for any other code', () => {
  for (const code of ['22P02', '22P05', '22021', '22001', '22003', '23514']) {
    expect(refused(code), code).toMatchObject({ status: 400, code: 'InvalidRequest' })
  }
  for (const code of ['42P01', '57014', 'XX000']) expect(refused(code), code).toBeNull()
  for (const fault of [new Error('x'), null, 'x', { code: '42501' }]) expect(translateStorageError(fault)).toBeNull()
})

test('a malformed Content-Type is reported as an invalid MIME type of the file', () => {
  const malformed = Object.assign(new Error('x'), { code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE' })
  expect(translateStorageError(malformed)).toMatchObject({
    code: 'InvalidMimeType',
    message: 'Invalid Content-Type header',
    cause: malformed,
  })
})
