import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { openDatabase } from '@site/backend/database/open'
import type { Database } from '@site/backend/database/port/database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PostgresServer, startPostgres } from '../../../tests/support/postgres.ts'
import { createTemporaryFolder, type TemporaryFolder } from '../../../tests/support/temporary-folder.ts'
import { readMoveCatalogue } from './catalogue.ts'
import { copySequences } from './copy-sequences.ts'
import { copyTable } from './copy-table.ts'
import { areFingerprintsEqual, fingerprintWholeTable } from './fingerprint.ts'

const SLOW = 480_000 // creates an embedded database, possibly while other tests keep the machine busy

const TABLES = `
  create schema odd;
  create type odd.mood as enum ('well', 'so so');
  create table odd.values (
    id bigint generated always as identity primary key,
    word text, letters text[], facts jsonb, bytes bytea, moment timestamptz, span interval,
    exact numeric, price numeric(10, 2), rough real, rougher double precision, mood odd.mood, flag boolean, day date, who uuid, net inet,
    doubled bigint generated always as (price * 2) stored
  );
  create table odd."the parent ""quoted""" (code text, part integer, other text unique, primary key (code, part));
  create table odd.child (
    id uuid primary key, code text not null, part integer not null,
    foreign key (code, part) references odd."the parent ""quoted""" on delete cascade
  );
  create function odd.spoil() returns trigger language plpgsql as $$ begin new.word := 'spoiled'; return new; end $$;
  create trigger spoil before insert or update on odd.values for each row execute function odd.spoil();`

const ODD_ROWS = `
  alter table odd.values disable trigger user;
  insert into odd.values (word, letters, facts, bytes, moment, span, exact, price, rough, rougher, mood, flag, day, who, net) values
    (null, null, null, null, null, null, null, null, null, null, null, null, null, null, null),
    ('null', '{}', 'null', '', 'infinity', '0', 'NaN', 0, 'NaN', '-Infinity', 'well', false, '-infinity', '${randomUUID()}', '::1'),
    ('', array[null, 'null', '', '{}', 'a "b" \\ c', E'\\n'], '{"a": [null, 1e400, "\\u00e9\\\\u0041"]}', '\\x00ff5c', '0044-03-15 12:00:00.000001+00 BC',
      '1 year -2 days 00:00:00.000001', 1e-40, -0.01, 1.1754944e-38, 0.1, 'so so', true, '0044-03-15 BC', null, '10.0.0.0/8'),
    (E'tab\\t line\\n quote'' back\\\\slash \\U0001F600 e\\u0301', array[array['x', 'y'], array['z', ',']]::text[],
      '"text"', decode(repeat('0102', 5000), 'hex'), '2026-11-24 08:25:03.123456+05:45', '-00:00:01', 12345678901234567890.123456789, 99999999.99,
      -0.0, 5e-324, null, null, '9999-12-31', null, null);
  alter table odd.values enable trigger user;
  insert into odd."the parent ""quoted""" select chr(65 + n % 26) || n, n, 'o' || n from generate_series(1, 1203) n;
  insert into odd."the parent ""quoted""" values ('ä', 0, 'umlaut'), ('Z', 0, 'upper'), ('a', 0, 'lower'), ('_', 0, null);
  insert into odd.child select gen_random_uuid(), code, part from odd."the parent ""quoted""";`

let server: PostgresServer
let folder: TemporaryFolder
let embedded: Database
let postgres: Database

beforeAll(async () => {
  server = await startPostgres()
  folder = await createTemporaryFolder('copy-')
  embedded = await openDatabase({ databaseUrl: null, dataDir: join(folder.path, 'data') })
  postgres = await openDatabase({ databaseUrl: server.url, dataDir: folder.path })
  for (const database of [embedded, postgres]) await database.scriptTransaction((session) => session.script(TABLES))
  await embedded.scriptTransaction((session) => session.script(ODD_ROWS))
}, SLOW)
afterAll(async () => {
  await Promise.all([embedded?.close(), postgres?.close()])
  await server?.[Symbol.asyncDispose]()
  await folder?.[Symbol.asyncDispose]()
}, SLOW)

async function copyAll(source: Database, target: Database): Promise<number> {
  let rows = 0
  const { tables, sequences } = await readMoveCatalogue(source)
  const copying = { source, target, advance: (by: number) => void (rows += by), signal: new AbortController().signal }
  for (const table of tables) await copyTable(copying, { from: table, into: table })
  await copySequences(source, target, sequences)
  for (const table of tables) {
    const prints = [await fingerprintWholeTable(source, table), await fingerprintWholeTable(target, table)] as const
    expect([table.name, areFingerprintsEqual(...prints)]).toEqual([table.name, true])
  }
  return rows
}

/** Returns all rows of the test table as text, so that no database driver converts the values. */
async function all(database: Database): Promise<unknown[]> {
  return database.scriptTransaction(async (session) => {
    await session.script(`set local timezone = 'Asia/Kathmandu'; set local bytea_output = 'escape'`)
    return session.query('select v::text as row from odd.values v order by v.id')
  })
}

test(
  'copyTable copies every value exactly between PGlite and PostgreSQL, without firing triggers, and sequences continue',
  async () => {
    const rows = await copyAll(embedded, postgres)
    expect(rows).toBe(4 + 2 * 1207)
    expect(await all(postgres)).toEqual(await all(embedded))
    const [next] = await postgres.scriptTransaction((session) =>
      session.query(`insert into odd.values (word) values ('next') returning id, word`),
    )
    expect(next).toEqual({ id: 5, word: 'spoiled' })
    expect(await copyAll(postgres, embedded)).toBe(5 + 2 * 1207)
    expect(await all(embedded)).toEqual(await all(postgres))
  },
  SLOW,
)

test(
  'a repeated copyTable transfers added, deleted and changed rows, and rows that swapped unique values',
  async () => {
    await copyAll(embedded, postgres)
    await embedded.scriptTransaction((session) =>
      session.script(`
        delete from odd."the parent ""quoted""" where part between 600 and 620 or part = 1203;
        insert into odd."the parent ""quoted""" values ('zzz', 1, 'last'), ('', 1, 'first');
        update odd."the parent ""quoted""" set other = 'changed' where part = 300;
        insert into odd.child select gen_random_uuid(), code, part from odd."the parent ""quoted""" where part = 1;`),
    )
    await copyAll(embedded, postgres)
    await embedded.scriptTransaction((session) =>
      session.script(`
        update odd."the parent ""quoted""" set other = null where part = 1;
        update odd."the parent ""quoted""" set other = 'o900' || part where part = 900;
        update odd."the parent ""quoted""" set other = 'o900' where part = 2;`),
    )
    await copyAll(embedded, postgres)
    await embedded.scriptTransaction((session) =>
      session.script('truncate odd.values, odd."the parent ""quoted""" cascade'),
    )
    await copyAll(embedded, postgres)
    expect(await all(postgres)).toEqual([])
  },
  SLOW,
)
