import * as v from 'valibot'
import { onlyOne, readId } from '../options.ts'
import { messageSchema } from '../rows.ts'
import { ask, type Site } from '../site.ts'

/** The message whose id begins so. Refuses none and several. */
export async function findMessage(site: Site, id: string) {
  const { from, to } = readId(id)
  const rows = await ask(
    site,
    v.array(messageSchema),
    site.client.from('contact_messages').select('*').gte('id', from).lte('id', to).limit(2),
  )
  return onlyOne(rows, id, 'message')
}
