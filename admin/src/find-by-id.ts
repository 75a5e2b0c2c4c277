import * as v from 'valibot'
import { parseIdPrefix, requireSingleMatch } from './options.ts'
import { awaitQueryResult, type ResponseSchema, type SiteClient } from './site.ts'

type Table<Row> = { table: string; columns?: string; schema: ResponseSchema<Row>; noun: string }

/** Finds the row whose id begins with the given characters. Throws a CommandFailure when no row or more than one matches. */
export async function findById<Row>(
  site: SiteClient,
  id: string,
  { table, columns = '*', schema, noun }: Table<Row>,
): Promise<Row> {
  const { from, to } = parseIdPrefix(id)
  const found = site.client.from(table).select(columns).gte('id', from).lte('id', to).limit(2)
  return requireSingleMatch(await awaitQueryResult(site, v.array(schema), found), id, noun)
}
