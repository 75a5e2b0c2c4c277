import type { Mail } from './mail.ts'
import type { DatabaseFunction, FunctionServices, Mailer } from './services.ts'

/** Services for a test: what the database answers is given, what was called, mailed and logged can be looked at. */
export type StandInServices = FunctionServices & {
  calls: { name: DatabaseFunction; args: Record<string, unknown> }[]
  mails: Mail[]
  logged: { event: string; facts: Record<string, unknown> }[]
}

type Changed = Partial<Omit<FunctionServices, 'mailer'>> & { mailer?: Partial<Mailer> }

type Answers = Partial<Record<DatabaseFunction, (args: Record<string, unknown>) => unknown>>

/** Makes services whose database answers as told, null otherwise, and whose mailer takes everything unless replaced. */
export function standInServices(answers: Answers, { mailer, ...changed }: Changed = {}): StandInServices {
  const calls: StandInServices['calls'] = []
  const mails: Mail[] = []
  const logged: StandInServices['logged'] = []
  return {
    calls,
    mails,
    logged,
    async callDatabase(name, args) {
      calls.push({ name, args })
      return answers[name]?.(args) ?? null
    },
    mailer: { send: async (mail) => void mails.push(mail), check: async () => {}, ...mailer },
    product: {
      name: 'Fondly',
      domain: 'fondly.example',
      tagline: 'Keep the photos you’ll look back on.',
      mailboxes: { team: 'team@fondly.example', support: 'support@fondly.example', privacy: 'privacy@fondly.example' },
      promises: [],
      testimonialsAreSamples: true,
      filmIsSample: true,
      downloadsBucket: 'downloads',
    },
    siteUrl: 'https://www.fondly.example',
    mailFrom: null,
    caller: { role: 'anon', source: '192.0.2.7' },
    keepAlive: () => {},
    log: (event, facts) => void logged.push({ event, facts }),
    ...changed,
  }
}

/** A POST of a JSON body, as it reaches a function. */
export function aRequest(body: unknown, method = 'POST'): Request {
  const withBody = method === 'GET' ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
  return new Request('https://www.fondly.example/functions/v1/x', { method, ...withBody })
}
