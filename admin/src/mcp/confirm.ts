/* oxlint-disable typescript/no-deprecated -- McpServer takes no generated JSON schemas; the library keeps Server for servers like this one, and elicitation for clients that connect with `initialize` */
import { randomInt } from 'node:crypto'
import type { Server } from '@modelcontextprotocol/server'
import { sanitiseForTerminal } from '../view/text.ts'

const FIVE_MINUTES = 300_000

/** The answer of the person: `unavailable` when the assistant's program cannot ask one. */
export type Confirmation = 'confirmed' | 'refused' | 'unavailable'

/**
 * Asks the person, through the window of the assistant's program (elicitation), to type a random code. The code is in no tool result, so
 * the model does not know it, and stored text cannot contain it. The question contains the call and whom it reaches: an address, a number or
 * the name of a target, and no text that a visitor wrote.
 */
export async function confirmByPerson(
  server: Server,
  path: string,
  call: string,
  addressee: string | null,
): Promise<Confirmation> {
  if (server.getClientCapabilities()?.elicitation === undefined) return 'unavailable'
  const code = String(randomInt(100_000, 1_000_000))
  const reached = addressee === null ? '' : `\n\nIt reaches: ${sanitiseForTerminal(addressee)}`
  const answer = await server.elicitInput(
    {
      message: `The assistant wants to run on the live site:\n\n${path} ${sanitiseForTerminal(call)}${reached}\n\nTo allow it once, type ${code}.`,
      requestedSchema: { type: 'object', properties: { code: { type: 'string', title: 'Code' } }, required: ['code'] },
    },
    { timeout: FIVE_MINUTES },
  )
  return answer.action === 'accept' && answer.content?.['code'] === code ? 'confirmed' : 'refused'
}
