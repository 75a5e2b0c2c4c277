import { expect, test } from 'vitest'
import { httpErrorDefinitions, httpErrors } from '../http/http-errors.ts'
import { storageErrorDefinitions, storageErrors } from './errors.ts'
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

test.each(Object.keys(storageErrorDefinitions) as (keyof typeof storageErrorDefinitions)[])(
  'the Storage error %s is rendered with its code, an error name and its status as a string',
  (name) => {
    const { status, body } = renderStorageError(storageErrors[name]())
    const problem = storageErrorDefinitions[name]
    expect(body).toEqual({
      statusCode: String(problem.status),
      error: expect.any(String),
      code: problem.code,
      message: problem.message,
    })
    expect([400, problem.status]).toContain(status)
  },
)

test.each(Object.keys(httpErrorDefinitions) as (keyof typeof httpErrorDefinitions)[])(
  'the Storage API renders the shared error %s with a Storage code and an unchanged status',
  (name) => {
    const { status, body } = renderStorageError(httpErrors[name]())
    expect(status).toBe(httpErrorDefinitions[name].status)
    expect(body).toMatchObject({ statusCode: String(status), code: expect.stringMatching(/^[A-Z]\w+$/) })
  },
)
