import { expect } from 'vitest'
import { createCommonBackendTest } from '../support/backend-test.ts'
import { REST_ERROR_CODE_CASES } from './rest-codes.ts'

const test = createCommonBackendTest()

test('each data API error has the expected status and PostgREST error shape, and reveals no internals', async (backend) => {
  for (const { code, status, path, method = 'GET', headers = {}, body, asOperator, apikey } of REST_ERROR_CODE_CASES) {
    const key = apikey === undefined ? (asOperator ? backend.secretKey : backend.publishableKey) : apikey
    const answer = await fetch(`${backend.url}/rest/v1${path}`, {
      method,
      headers: { ...(key === null ? {} : { apikey: key }), ...headers },
      ...(body === undefined ? {} : { body }),
    })
    const text = await answer.text()
    const label = `${method} ${path}: ${text}`
    expect(answer.headers.get('content-type'), label).toBe('application/json; charset=utf-8')
    expect({ status: answer.status, ...JSON.parse(text) }, label).toMatchObject({ status, code })
    expect(Object.keys(JSON.parse(text)).toSorted(), label).toEqual(['code', 'details', 'hint', 'message'])
    expect(text, label).not.toMatch(/\.ts|\.js|node_modules|    at |pgrst_source/)
    expect(answer.headers.get('cache-control'), label).toBe('no-store')
    expect(answer.headers.get('www-authenticate'), label).toBe(status === 401 ? 'Bearer' : null)
  }
})
