import { setImmediate as turn } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import type { Database } from '../database/port/database.ts'
import { TableAccessCache } from '../database/port/table-access.ts'
import { RowChangeHub } from './change-hub.ts'
import { fanOutRowChanges } from './fan-out.ts'

vi.mock('./fan-out.ts', () => ({ fanOutRowChanges: vi.fn() }))

function createHub() {
  const sent: unknown[] = []
  vi.mocked(fanOutRowChanges).mockImplementation(async (changes) => {
    await Promise.resolve()
    sent.push(...changes.map(({ record }) => record?.['value']))
  })
  const database = {} as unknown as Database
  const log = { warn: vi.fn(), error: vi.fn() }
  return { sent, log, hub: new RowChangeHub({ database, log, tableAccess: new TableAccessCache(database) }) }
}

function notification(value: string): string {
  return JSON.stringify({
    schema: 'public',
    table: 'settings',
    type: 'UPDATE',
    commit_timestamp: '2026-11-26T00:00:00Z',
    columns: [
      { name: 'key', type: 'text' },
      { name: 'value', type: 'text' },
    ],
    primary_key: ['key'],
    record: { key: 'open_seats', value },
    old_record: { key: 'open_seats' },
    truncated: false,
  })
}

test('a change that arrives at any microtask around the end of a batch is sent without waiting for another change', async () => {
  for (let delay = 0; delay < 20; delay++) {
    const { hub, sent } = createHub()
    hub.receive(notification('9'))
    for (let step = 0; step < delay; step++) await Promise.resolve()
    hub.receive(notification('8'))
    await turn()
    expect(sent, `${delay} microtasks after the first change`).toEqual(['9', '8'])
  }
})

test('a callback for the time between two batches runs, at whatever microtask around the end of a batch it is added', async () => {
  for (let delay = 0; delay < 20; delay++) {
    const { hub } = createHub()
    const act = vi.fn()
    hub.receive(notification('9'))
    for (let step = 0; step < delay; step++) await Promise.resolve()
    hub.whenIdle(act)
    await turn()
    expect(act, `${delay} microtasks after the first change`).toHaveBeenCalledOnce()
  }
})
