import { expect, test } from 'vitest'
import { httpErrors, httpProblems } from '../http/http-errors.ts'
import { storageErrors, storageProblems } from './errors.ts'
import { renderStorageError } from './render-error.ts'

test('renders a missing object with status 400 and 404 in the body, as Supabase Storage does', () => {
  expect(renderStorageError(storageErrors.objectNotFound())).toMatchObject({
    status: 400,
    body: { statusCode: '404', error: 'not_found', code: 'NoSuchKey', message: 'Object not found' },
  })
})

test('an error response keeps its headers and must not be cached', () => {
  expect(renderStorageError(httpErrors.tooMany({ headers: { 'retry-after': '7' } })).headers).toEqual({
    'retry-after': '7',
    'cache-control': 'no-store',
  })
})

test.each(Object.keys(storageProblems) as (keyof typeof storageProblems)[])(
  'renders %s with its code, its legacy name and its status as a string',
  (name) => {
    const { status, body } = renderStorageError(storageErrors[name]())
    const problem = storageProblems[name]
    expect(body).toEqual({
      statusCode: String(problem.status),
      error: expect.any(String),
      code: problem.code,
      message: problem.message,
    })
    expect([400, problem.status]).toContain(status)
  },
)

test.each(Object.keys(httpProblems) as (keyof typeof httpProblems)[])(
  'renders the shared error %s with a storage code and its own status',
  (name) => {
    const { status, body } = renderStorageError(httpErrors[name]())
    expect(status).toBe(httpProblems[name].status)
    expect(body).toMatchObject({ statusCode: String(status), code: expect.stringMatching(/^[A-Z]\w+$/) })
  },
)
