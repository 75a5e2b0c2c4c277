import { expect } from 'vitest'
import { aVisitor } from '../support/a-visitor.ts'
import { onBothEngines } from '../support/engines.ts'

const limited = { env: { LIMIT_MESSAGES_PER_SOURCE: '2' } }

onBothEngines(
  'too many contact messages from one source are refused, whatever address they name; the operator is not',
  async (backend) => {
    const send = (client = backend.client()) =>
      client.functions.invoke('send-contact-email', { body: { ...aVisitor(), message: 'Hello.' } })
    expect((await send()).error).toBeNull()
    expect((await send()).error).toBeNull()
    const { error } = await send()
    expect(error.context.status).toBe(429)
    expect(await error.context.json()).toEqual({
      success: false,
      error: 'Too Many Attempts: Please wait before trying again.',
    })
    const { data } = await backend.secretClient().from('contact_messages').select('id')
    expect(data).toHaveLength(2)
    expect((await send(backend.secretClient())).error).toBeNull()
    expect((await send(backend.secretClient())).error).toBeNull()
  },
  limited,
)
