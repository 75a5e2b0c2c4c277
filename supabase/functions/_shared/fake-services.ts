import type { ComposedMail } from './mail.ts'
import type { DatabaseFunctionName, EdgeFunctionServices, Mailer } from './services.ts'

/** Fake services to pass to an edge function in a test. They record database calls, mails and log lines. */
export type FakeServices = EdgeFunctionServices & {
  calls: { name: DatabaseFunctionName; args: Record<string, unknown> }[]
  mails: ComposedMail[]
  logged: { event: string; facts: Record<string, unknown> }[]
}

type Changed = Partial<Omit<EdgeFunctionServices, 'mailer'>> & { mailer?: Partial<Mailer> }

type DatabaseResults = Partial<Record<DatabaseFunctionName, (args: Record<string, unknown>) => unknown>>

/** Creates fake services. Database functions return the given results, or null. The default mailer accepts every mail. */
export function createFakeServices(results: DatabaseResults, { mailer, ...changed }: Changed = {}): FakeServices {
  const calls: FakeServices['calls'] = []
  const mails: ComposedMail[] = []
  const logged: FakeServices['logged'] = []
  return {
    calls,
    mails,
    logged,
    async callDatabase(name, args) {
      calls.push({ name, args })
      return results[name]?.(args) ?? null
    },
    mailer: { send: async (mail) => void mails.push(mail), check: async () => '250 2.1.5 Ok', ...mailer },
    webhooks: { targets: [], send: async () => ({ status: 204, retryAfter: 0 }) },
    product: {
      name: 'Fondly',
      domain: 'fondly.example',
      tagline: 'Keep the photos you’ll look back on.',
      mailboxes: { team: 'team@fondly.example', support: 'support@fondly.example', privacy: 'privacy@fondly.example' },
      promises: [],
      founders: { names: 'Hannah and Sam', signature: 'Hannah & Sam' },
      samples: [],
      downloadsBucket: 'downloads',
      installerBases: [],
      releaseKeys: [],
      webhookReceivers: [],
    },
    siteUrl: 'https://www.fondly.example',
    mailFrom: null,
    payments: null,
    caller: { role: 'anon', source: '192.0.2.7' },
    keepAlive: () => {},
    log: (event, facts) => void logged.push({ event, facts }),
    ...changed,
  }
}

/** Creates a POST request with a JSON body, like those that an edge function receives. */
export function createJsonRequest(body: unknown, method = 'POST'): Request {
  const withBody = method === 'GET' ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
  return new Request('https://www.fondly.example/functions/v1/x', { method, ...withBody })
}
