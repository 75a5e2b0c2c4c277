import { join } from 'node:path'
import { openDatabase } from '@site/backend/database/open'
import { MetricsRegistry } from '@site/backend/metrics/metrics'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createTemporaryFolder } from '../../tests/support/temporary-folder.ts'
import { startHourlyCounter } from './hourly-counts.ts'
import { createSignupInsertExtension } from './signup-inserts.ts'

const SLOW = 120_000 // creates a cluster, possibly while other tests keep the machine busy

const FAILING = `
  create schema private;
  create table counted (batch jsonb);
  create function private.add_hourly_counts(counts jsonb) returns void language plpgsql
    as $$ begin raise disk_full; end $$;`
const WORKING = `
  create or replace function private.add_hourly_counts(counts jsonb) returns void language plpgsql
    as $$ begin insert into counted values (counts); end $$;`

test(
  'hourly counts are stored once, after a failed round by a later one, and never for accepted sign-ups and successful requests',
  async () => {
    await using folder = await createTemporaryFolder('hours-')
    const database = await openDatabase({ databaseUrl: null, dataDir: join(folder.path, 'data') })
    await database.scriptTransaction((session) => session.script(FAILING))
    const logged: string[] = []
    const metrics = new MetricsRegistry()
    const { accepted, refused } = createSignupInsertExtension(metrics, { wakeSoon: () => {} })
    const answer = (service: string, route: string, status: string) =>
      metrics.counter('http_requests_total', 'Answered requests.', { service, route, status }).add()
    accepted?.(5)
    refused?.('PT429')
    answer('rest', '/a', '5xx')
    answer('rest', '/b', '5xx')
    answer('rest', '/b', '2xx')
    const counter = startHourlyCounter({
      database,
      metrics,
      log: pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) }),
    })
    await expect.poll(() => logged.join(''), { timeout: 30_000 }).toContain('hourly_counts_round_failed')
    refused?.('PT429')
    await database.scriptTransaction((session) => session.script(WORKING))
    await counter.stop()
    const { rows } = await sql<{ batch: unknown }>`select batch from counted`.execute(database.kysely)
    const hour = expect.stringMatching(/T\d\d:00:00.000Z$/)
    expect(rows).toEqual([
      {
        batch: [
          { what: 'signup_refused', label: 'limit', hour, amount: 2 },
          { what: 'server_error', label: 'rest', hour, amount: 2 },
        ],
      },
    ])
    await database.close()
  },
  SLOW,
)
