import { expect } from 'vitest'
import { createCommonBackendTest } from '../../../tests/support/backend-test.ts'
import { FIXTURE } from './fixture.ts'

const onBackend = createCommonBackendTest(FIXTURE)

const TRACE = {
  traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  tracestate: 'a=1',
  baggage: 'b=2',
}

onBackend(
  'in an rpc call, the setting request.headers contains only the user agent and the trace headers',
  async (backend) => {
    const call = async (headers: Record<string, string>) => {
      const response = await fetch(`${backend.url}/rest/v1/rpc/request_headers`, {
        method: 'POST',
        headers: { apikey: backend.publishableKey, 'user-agent': 'a test', 'x-other': 'c', ...headers },
      })
      return response.json()
    }
    expect(await call(TRACE)).toEqual({ 'user-agent': 'a test', ...TRACE })
    expect(await call({ baggage: 'x'.repeat(600) })).toEqual({ 'user-agent': 'a test', baggage: 'x'.repeat(500) })
    expect(await call({})).toEqual({ 'user-agent': 'a test' })
  },
)

onBackend(
  'the data API reports functions with an unnamed parameter and computed fields as non-existent',
  async (backend) => {
    const operator = backend.secretClient()
    expect(await operator.rpc('unnamed', { a: 1 })).toMatchObject({ status: 404, error: { code: 'PGRST202' } })
    const photos = () => operator.from('photos').select('id')
    for (const attempt of [
      operator.from('photos').select('id, loud_title'),
      photos().eq('loud_title', 'RINGS'),
      photos().order('loud_title'),
    ])
      expect(await attempt).toMatchObject({ status: 400, error: { code: '42703' } })
  },
)
