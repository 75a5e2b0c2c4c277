import { expect, test } from 'vitest'
import { DatabaseError } from '../database/port/errors.ts'
import { translateStorageError } from './translate-storage-error.ts'

test('a database deadlock in the Storage API gets a 503, so that the client can retry', () => {
  const refusal = Object.assign(new Error('deadlock detected'), { code: '40P01', severity: 'ERROR' })
  expect(translateStorageError(new DatabaseError(refusal))).toMatchObject({ status: 503, code: 'database_unavailable' })
})

function refused(code: string, message = 'said by PostgreSQL', constraint?: string) {
  const cause = Object.assign(new Error(message), { code, severity: 'ERROR', ...(constraint && { constraint }) })
  return translateStorageError(new DatabaseError(cause))
}

test('a Storage error names a row-level security violation, but no details of other missing privileges', () => {
  expect(refused('42501', 'new row violates row-level security policy for table "objects"')).toMatchObject({
    code: 'AccessDenied',
    message: 'new row violates row-level security policy',
  })
  const other = refused('42501', 'permission denied for table secrets')
  expect(other?.code).toBe('AccessDenied')
  expect(other?.message).not.toMatch(/row-level|secrets/)
})

test('a unique violation gets the Storage error BucketAlreadyExists or KeyAlreadyExists, depending on its constraint', () => {
  expect(refused('23505', 'duplicate', 'buckets_pkey')?.code).toBe('BucketAlreadyExists')
  expect(refused('23505', 'duplicate', 'objects_bucket_id_name')?.code).toBe('KeyAlreadyExists')
  expect(refused('23505', 'duplicate')?.code).toBe('KeyAlreadyExists')
  expect(refused('23503')?.code).toBe('NoSuchBucket')
  expect(refused('23503')?.cause, 'for the log').toBeInstanceOf(DatabaseError)
})

test('a value that the Storage tables cannot store gets a 400, and unrelated errors are not translated', () => {
  for (const code of ['22P02', '22P05', '22021', '22001', '22003', '23514']) {
    expect(refused(code), code).toMatchObject({ status: 400, code: 'InvalidRequest' })
  }
  for (const code of ['42P01', '57014', 'XX000']) expect(refused(code), code).toBeNull()
  for (const fault of [new Error('x'), null, 'x', { code: '42501' }]) expect(translateStorageError(fault)).toBeNull()
})

test('a malformed Content-Type header gets the Storage error InvalidMimeType', () => {
  const malformed = Object.assign(new Error('x'), { code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE' })
  expect(translateStorageError(malformed)).toMatchObject({
    code: 'InvalidMimeType',
    message: 'Invalid Content-Type header',
    cause: malformed,
  })
})
