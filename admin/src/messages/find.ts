import * as v from 'valibot'
import { onlyOne, readId } from '../options.ts'
import { messageSchema } from '../rows.ts'
import { runQuery, type Site } from '../site.ts'

/** Finds the message whose id begins with `id`. Throws a Failure when no message or several match. */
export async function findMessage(site: Site, id: string) {
  const { from, to } = readId(id)
  const rows = await runQuery(
    site,
    v.array(messageSchema),
    site.client.from('contact_messages').select('*').gte('id', from).lte('id', to).limit(2),
  )
  return onlyOne(rows, id, 'message')
}
