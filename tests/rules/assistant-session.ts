import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { ADMIN_PROGRAM, ADMIN_PROGRAM_ENVIRONMENT } from '../support/admin-program.ts'
import type { TestBackend } from '../support/start-backend.ts'

/** Returns what the person types into the elicitation, or null to decline. null: the client does not support elicitation. */
export type PersonAnswer = ((message: string) => string | null) | null

/**
 * Connects the official client to `admin mcp`. `answer` returns what the person types into the elicitation, or null to decline. When
 * `answer` is null, the client does not support elicitation.
 */
export async function connectAssistant(
  backend: Pick<TestBackend, 'url' | 'secretKey' | 'dataDir'>,
  answer: PersonAnswer,
  args: string[] = [],
) {
  const client = new Client(
    { name: 'test', version: '1' },
    { capabilities: answer === null ? {} : { elicitation: {} } },
  )
  const asked: string[] = []
  if (answer !== null) {
    client.setRequestHandler('elicitation/create', ({ params }) => {
      asked.push(params.message)
      const code = answer(params.message)
      return code === null ? { action: 'decline' } : { action: 'accept', content: { code } }
    })
  }
  const env = {
    ...ADMIN_PROGRAM_ENVIRONMENT,
    SUPABASE_URL: backend.url,
    SUPABASE_SECRET_KEY: backend.secretKey,
    DATA_DIR: backend.dataDir,
  }
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [ADMIN_PROGRAM, 'mcp', ...args], env }),
  )
  const call = async (name: string, input: Record<string, unknown> = {}) => {
    const { content, isError } = await client.callTool({ name, arguments: input })
    const [first] = content
    return { text: first?.type === 'text' ? first.text : '', isError: isError === true }
  }
  return { client, call, asked, [Symbol.asyncDispose]: () => client.close() }
}
