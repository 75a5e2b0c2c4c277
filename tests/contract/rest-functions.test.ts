import type { SupabaseClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { runSql } from '../support/postgres.ts'
import { startBackend, type TestBackend } from '../support/start-backend.ts'

// The site itself has no database functions of these kinds. The tests create their own, which needs direct SQL and so runs on
// PostgreSQL only.
const FUNCTIONS = `
  create table public.photos (id int primary key, title text);
  insert into public.photos values (1, 'Rings');
  grant select on public.photos to service_role, anon;
  create function public.loud_title(p photos) returns text stable language sql as 'select upper(p.title)';
  create function public.unnamed(json) returns json language sql as 'select $1';
  create function public.request_headers() returns json stable language sql as $$ select current_setting('request.headers')::json $$;
`

async function withFunctions(run: (operator: SupabaseClient, backend: TestBackend) => Promise<void>): Promise<void> {
  await using backend = await startBackend()
  await runSql(backend.databaseUrl, FUNCTIONS)
  await run(backend.secretClient(), backend)
}

const TRACE = {
  traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  tracestate: 'a=1',
  baggage: 'b=2',
}

test('in an rpc call, the setting request.headers contains only the user agent and the trace headers', () =>
  withFunctions(async (_, backend) => {
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
  }))

test('the data API reports functions with an unnamed parameter and computed fields as non-existent', () =>
  withFunctions(async (operator) => {
    expect(await operator.rpc('unnamed', { a: 1 })).toMatchObject({ status: 404, error: { code: 'PGRST202' } })
    const photos = () => operator.from('photos').select('id')
    for (const attempt of [
      operator.from('photos').select('id, loud_title'),
      photos().eq('loud_title', 'RINGS'),
      photos().order('loud_title'),
    ])
      expect(await attempt).toMatchObject({ status: 400, error: { code: '42703' } })
  }))
