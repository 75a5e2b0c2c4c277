import type { FunctionServices } from '../_shared/services.ts'
import type { Settings } from './settings.ts'

type Caller = FunctionServices['caller']

/**
 * Who calls, by the key in `apikey` or, where there is none, in the bearer; null for a missing or unknown key. The
 * platform's own check of tokens is switched off for these functions (config.toml): it does not know the newer keys.
 */
export async function readCaller(request: Request, settings: Settings): Promise<Caller | null> {
  const bearer = /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  const key = request.headers.get('apikey') ?? bearer ?? ''
  const source = sourceOf(request)
  if (await isAmong(key, settings.secretKeys)) return { role: 'service_role', source }
  if (await isAmong(key, settings.publishableKeys)) return { role: 'anon', source }
  return null
}

/** The network that limits count by, as the platform's gateway saw it: an IPv4 address, or the /64 of an IPv6 one. */
function sourceOf(request: Request): string {
  const address = (request.headers.get('x-forwarded-for') ?? '').split(',')[0]?.trim() ?? ''
  if (!address.includes(':')) return address
  const [head = '', tail] = address.toLowerCase().split('::')
  const groups = tail === undefined ? head.split(':') : [...head.split(':').filter(Boolean), '0', '0', '0', '0']
  return `${groups.slice(0, 4).join(':')}::/64`
}

/** Compares digests, so that the time taken tells nothing of the key. */
async function isAmong(key: string, known: readonly string[]): Promise<boolean> {
  const wanted = await digest(key)
  const digests = await Promise.all(known.map(digest))
  return digests.includes(wanted)
}

async function digest(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
