// The database must classify the same characters as letters as JavaScript does, independent of its collation and its Unicode version.
// The set is therefore data: this prints the function private.letters() with the letters and marks of this Node's Unicode. A migration
// then needs the same function, with `create or replace`.
//
//   npm run --silent letters-sql > supabase/schemas/02_letters.sql
import { pathToFileURL } from 'node:url'

const LETTER_OR_MARK = /[\p{L}\p{M}]/u
const LAST_CODE_POINT = 0x10ffff
const PER_LINE = 12

/** Returns the code points of all Unicode letters and marks as half-open ranges: `from` is inclusive, `to` is exclusive. */
export function letterRanges(): [from: number, to: number][] {
  const ranges: [number, number][] = []
  let from: number | null = null
  for (let point = 0; point <= LAST_CODE_POINT + 1; point++) {
    const isLetter = point <= LAST_CODE_POINT && LETTER_OR_MARK.test(String.fromCodePoint(point))
    if (isLetter) from ??= point
    else if (from !== null) {
      ranges.push([from, point])
      from = null
    }
  }
  return ranges
}

function schemaFile(): string {
  const ranges = letterRanges().map(([from, to]) => `[${from},${to})`)
  const lines = Array.from({ length: Math.ceil(ranges.length / PER_LINE) }, (_, line) =>
    ranges.slice(line * PER_LINE, (line + 1) * PER_LINE).join(','),
  )
  return `-- Which characters a name may consist of, as data, so that every database draws the line where JavaScript draws it.
-- Generated: npm run --silent letters-sql > supabase/schemas/02_letters.sql

create function private.letters() returns int4multirange
language sql immutable
return '{
${lines.join(',\n')}
}'::int4multirange;
comment on function private.letters() is
  'Code points of Unicode ${process.versions.unicode} that match [\\p{L}\\p{M}]: what may stand in a name. Made by tools/letters-sql.ts.';
`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.stdout.write(schemaFile())
