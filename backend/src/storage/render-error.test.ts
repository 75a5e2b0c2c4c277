import { expect, test } from 'vitest'
import { httpErrors, httpProblems } from '../http/http-errors.ts'
import { storageErrors, storageProblems } from './errors.ts'
import { renderStorageError } from './render-error.ts'

test('a missing object is a 400 that says 404, as Supabase Storage answers it', () => {
  expect(renderStorageError(storageErrors.objectNotFound())).toMatchObject({
    status: 400,
    body: { statusCode: '404', error: 'not_found', code: 'NoSuchKey', message: 'Object not found' },
  })
})

test('a refusal keeps its headers, and no browser keeps it', () => {
  expect(renderStorageError(httpErrors.tooMany({ headers: { 'retry-after': '7' } })).headers).toEqual({
    'retry-after': '7',
    'cache-control': 'no-store',
  })
})

test.each(Object.keys(storageProblems) as (keyof typeof storageProblems)[])(
  '%s has a code, an older name and its status as text',
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
  '%s has a code of storage and keeps its status',
  (name) => {
    const { status, body } = renderStorageError(httpErrors[name]())
    expect(status).toBe(httpProblems[name].status)
    expect(body).toMatchObject({ statusCode: String(status), code: expect.stringMatching(/^[A-Z]\w+$/) })
  },
)
