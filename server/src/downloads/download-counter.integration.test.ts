import { join } from 'node:path'
import { openDatabase } from '@site/backend/database/open'
import { MetricsRegistry } from '@site/backend/metrics/metrics'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createTemporaryFolder } from '../../../tests/support/temporary-folder.ts'
import { startDownloadCounter } from './download-counter.ts'

const SLOW = 120_000 // creates a cluster, possibly while other tests keep the machine busy

const FAILING = `
  create schema private;
  create table counted (batch jsonb);
  create function private.add_download_counts(counts jsonb) returns void language plpgsql
    as $$ begin raise disk_full; end $$;`
const WORKING = `
  create or replace function private.add_download_counts(counts jsonb) returns void language plpgsql
    as $$ begin insert into counted values (counts); end $$;`

test(
  'download counts that the database refused are stored by a later round, together with those counted meanwhile',
  async () => {
    await using folder = await createTemporaryFolder('counts-')
    const database = await openDatabase({ databaseUrl: null, dataDir: join(folder.path, 'data') })
    await database.scriptTransaction((session) => session.script(FAILING))
    const logged: string[] = []
    const counter = startDownloadCounter({
      database,
      dataDir: folder.path,
      downloadsBucket: 'downloads',
      metrics: new MetricsRegistry(),
      log: pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) }),
    })
    const download = { bucket_id: 'downloads', name: '1.0.0/Fondly-arm64.dmg', headers: {} }
    counter.count(download)
    await expect.poll(() => logged.join(''), { timeout: 30_000 }).toContain('download_counts_round_failed')
    counter.count(download)
    await database.scriptTransaction((session) => session.script(WORKING))
    await counter.close()
    const { rows } = await sql<{ batch: unknown }>`select batch from counted`.execute(database.kysely)
    expect(rows).toEqual([
      {
        batch: [
          {
            day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
            platform: 'macos-silicon',
            version: '1.0.0',
            downloads: 2,
          },
        ],
      },
    ])
    await database.close()
  },
  SLOW,
)
