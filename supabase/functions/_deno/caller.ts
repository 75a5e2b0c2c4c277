import type { FunctionServices } from '../_shared/services.ts'
import type { Settings } from './settings.ts'
import { sourceOf } from './source.ts'

type Caller = FunctionServices['caller']

/**
 * Who calls, by the key in `apikey` or, where there is none, in the bearer; null for a missing or unknown key. The
 * platform's own check of tokens is switched off for these functions (config.toml): it does not know the newer keys.
 */
export async function readCaller(request: Request, settings: Settings): Promise<Caller | null> {
  const bearer = /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  const key = request.headers.get('apikey') ?? bearer ?? ''
  const source = sourceOf(request.headers, settings.sourceHeader)
  if (await isAmong(key, settings.secretKeys)) return { role: 'service_role', source }
  if (await isAmong(key, settings.publishableKeys)) return { role: 'anon', source }
  return null
}

/** Compares digests, so that the time taken tells nothing of the key. */
async function isAmong(key: string, known: readonly string[]): Promise<boolean> {
  const wanted = await digest(key)
  const digests = await Promise.all(known.map(digest))
  return digests.includes(wanted)
}

async function digest(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return new Uint8Array(bytes).join()
}
