import { expect, test } from 'vitest'
import { httpErrors } from '../http/http-errors.ts'
import { storageErrors } from './errors.ts'
import { renderStorageError } from './render-error.ts'

test('the Storage error for a missing object has HTTP status 400 and statusCode 404 in the body, as in Supabase Storage', () => {
  expect(renderStorageError(storageErrors.objectNotFound())).toMatchObject({
    status: 400,
    body: { statusCode: '404', error: 'not_found', code: 'NoSuchKey', message: 'Object not found' },
  })
})

test('a Storage error response keeps the headers of its error and has Cache-Control no-store', () => {
  expect(renderStorageError(httpErrors.tooMany({ headers: { 'retry-after': '7' } })).headers).toEqual({
    'retry-after': '7',
    'cache-control': 'no-store',
  })
})
