import { randomBytes, randomUUID } from 'node:crypto'
import { openDatabase } from '@site/backend/database/open'
import type { Database } from '@site/backend/database/port/database'
import { expect, test } from 'vitest'
import { createDatabase, dropDatabase } from '../../../tests/support/postgres.ts'
import { getSharedTestFixture } from '../../../tests/support/shared-fixtures.ts'
import { readMoveCatalogue } from './catalogue.ts'
import { copySequences, copyTables } from './copy-tables.ts'

const TABLES = `
  create schema odd;
  create type odd.mood as enum ('well', 'so so');
  create table odd.values (
    id bigint generated always as identity primary key,
    word text, letters text[], facts jsonb, bytes bytea, moment timestamptz, span interval,
    exact numeric, price numeric(10, 2), rough real, rougher double precision, mood odd.mood, flag boolean, day date, who uuid, net inet,
    doubled bigint generated always as (price * 2) stored
  );
  create table odd."a child" (
    id uuid primary key, seq bigint generated always as identity unique, code text not null, part integer not null
  );
  create table odd."the parent ""quoted""" (code text, "Part" integer, other text unique, above text, primary key (code, "Part"));
  alter table odd."the parent ""quoted""" add foreign key (above) references odd."the parent ""quoted""" (other);
  alter table odd."a child" add foreign key (code, part) references odd."the parent ""quoted""" on delete cascade;
  create function odd.spoil() returns trigger language plpgsql as $$ begin new.word := 'spoiled'; return new; end $$;
  create trigger spoil before insert or update on odd.values for each row execute function odd.spoil();`

const ODD_ROWS = `
  alter table odd.values disable trigger user;
  insert into odd.values (word, letters, facts, bytes, moment, span, exact, price, rough, rougher, mood, flag, day, who, net) values
    (null, null, null, null, null, null, null, null, null, null, null, null, null, null, null),
    ('null', '{}', 'null', '', 'infinity', '0', 'NaN', 0, 'NaN', '-Infinity', 'well', false, '-infinity', '${randomUUID()}', '::1'),
    ('\\N', array[null, 'null', '', '{}', 'a "b" \\ c', E'\\n'], '{"a": [null, 1e400, "\\u00e9\\\\u0041"]}', '\\x00ff5c', '0044-03-15 12:00:00.000001+00 BC',
      '1 year -2 days 00:00:00.000001', 1e-40, -0.01, 1.1754944e-38, 0.1, 'so so', true, '0044-03-15 BC', null, '10.0.0.0/8'),
    (E'tab\\t line\\n quote'' back\\\\slash \\U0001F600 e\\u0301', array[array['x', 'y'], array['z', ',']]::text[],
      '"text"', decode(repeat('0102', 5000), 'hex'), '2026-11-24 08:25:03.123456+05:45', '-00:00:01', 12345678901234567890.123456789, 99999999.99,
      -0.0, 5e-324, null, null, '9999-12-31', null, null);
  alter table odd.values enable trigger user;
  insert into odd."the parent ""quoted""" select chr(65 + n % 26) || n, n, 'o' || n from generate_series(1, 1203) n;
  insert into odd."the parent ""quoted""" values ('ä', 0, 'umlaut', 'upper'), ('Z', 0, 'upper', null), ('', 0, null, 'o7');
  insert into odd."a child" (id, code, part) select gen_random_uuid(), code, "Part" from odd."the parent ""quoted""";`

type TwoDatabases = AsyncDisposable & { source: Database; target: Database }

/** Creates two databases with the same tables, of which the source has rows. The settings of the target are odd. */
async function createTwoDatabases(): Promise<TwoDatabases> {
  const server = await getSharedTestFixture('postgres')
  await using resources = new AsyncDisposableStack()
  const open = async () => {
    const name = `copy_${randomBytes(6).toString('hex')}`
    const databaseUrl = await createDatabase(server, name)
    resources.defer(() => dropDatabase(server, name))
    const database = await openDatabase({ databaseUrl, dataDir: '/' })
    resources.defer(() => database.close())
    await database.scriptTransaction((session) => session.script(TABLES))
    return { name, database }
  }
  const [{ database: source }, { database: target, name }] = [await open(), await open()]
  await source.scriptTransaction((session) => session.script(ODD_ROWS))
  await target.scriptTransaction((session) =>
    session.script(
      `alter database ${name} set datestyle = 'SQL, DMY'; alter database ${name} set bytea_output = 'escape';
       alter database ${name} set timezone = 'Asia/Kathmandu'; alter database ${name} set extra_float_digits = 0`,
    ),
  )
  const owned = resources.move()
  return { source, target, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

async function copyAll({ source, target }: TwoDatabases) {
  let advanced = 0
  const steps: [string, number][] = []
  const progress = {
    step: (name: string, total: number) => void steps.push([name, total]),
    advance: (by: number) => void (advanced += by),
    signal: new AbortController().signal,
  }
  const tables = await source.scriptTransaction((from) =>
    target.scriptTransaction(async (into) => {
      const { tables: found, sequences } = await readMoveCatalogue(from)
      const copied = await copyTables({ from, into }, found, progress)
      await copySequences({ from, into }, sequences)
      return copied
    }),
  )
  return { tables, steps, advanced }
}

/** Returns all rows of the test's tables as text. */
async function readAll(database: Database): Promise<unknown[]> {
  return database.scriptTransaction((session) =>
    session.query(`
      select v::text as row from odd.values v
      union all select p::text from odd."the parent ""quoted""" p
      union all select c::text from odd."a child" c order by 1`),
  )
}

test('copyTables copies every value exactly, without firing triggers, reports rows as progress, and sequences continue', async () => {
  await using databases = await createTwoDatabases()
  const { tables, steps, advanced } = await copyAll(databases)
  expect(tables).toEqual([
    { name: 'odd."the parent ""quoted"""', rows: 1206 },
    { name: 'odd."values"', rows: 4 },
    { name: 'odd."a child"', rows: 1206 },
  ])
  expect(steps).toEqual([
    ['Reading the tables', 3],
    ['Copying the rows', 2416],
    ['Comparing every table', 3],
  ])
  expect(advanced).toBe(3 + 2416 + 3)
  expect(await readAll(databases.target)).toEqual(await readAll(databases.source))
  const next = await databases.target.scriptTransaction((session) =>
    session.query(`insert into odd.values (word) values ('next') returning id, word`),
  )
  expect(next).toEqual([{ id: 5, word: 'spoiled' }])
})

test('copyTables replaces the rows that the target has', async () => {
  await using databases = await createTwoDatabases()
  await copyAll(databases)
  await databases.source.scriptTransaction((session) =>
    session.script(`
      delete from odd."the parent ""quoted""" where "Part" between 600 and 620;
      update odd."the parent ""quoted""" set other = 'o900 ' || "Part" where "Part" = 900;
      update odd."the parent ""quoted""" set other = 'o900' where "Part" = 2;
      update odd."a child" set seq = default where part between 1 and 3`),
  )
  await copyAll(databases)
  expect(await readAll(databases.target)).toEqual(await readAll(databases.source))
})

test('copyTables throws and the target keeps nothing when the target stores another value than was copied', async () => {
  await using databases = await createTwoDatabases()
  await databases.target.scriptTransaction((session) =>
    session.script('alter table odd.values alter column rough type numeric(60, 2)'),
  )
  await expect(copyAll(databases)).rejects.toThrow('The rows of odd."values" are not the same on both sides.')
  expect(await readAll(databases.target)).toEqual([])
})

test('copyTables rejects with the error of the target when it refuses a row, and the target keeps nothing', async () => {
  await using databases = await createTwoDatabases()
  await databases.target.scriptTransaction((session) =>
    session.script(`alter table odd."a child" add check (part <> 1200)`),
  )
  await expect(copyAll(databases)).rejects.toMatchObject({ name: 'DatabaseError', code: '23514' })
  expect(await readAll(databases.target)).toEqual([])
})

test('copyTables rejects with the error of the source when it fails half-way, and the target keeps nothing', async () => {
  await using databases = await createTwoDatabases()
  const { source, target } = databases
  // The checksum calls the function 1206 times.
  await source.scriptTransaction((session) =>
    session.script(`
      create sequence odd.calls;
      create function odd.fail(text) returns text language plpgsql as $$
      begin if nextval('odd.calls') > 2000 then raise division_by_zero; end if; return $1; end $$;`),
  )
  const name = 'odd."the parent ""quoted"""'
  const copy = { name, columns: ['code', '"Part"'], values: ['odd.fail(code)', '"Part"'] }
  const progress = { step: () => {}, advance: () => {}, signal: new AbortController().signal }
  const copying = source.scriptTransaction((from) =>
    target.scriptTransaction((into) => copyTables({ from, into }, [copy], progress)),
  )
  await expect(copying).rejects.toMatchObject({ name: 'DatabaseError', code: '22012' })
  expect(await readAll(target)).toEqual([])
})
