import type { Auth } from '../auth.ts'

/** Who asks for a credential: the name a browser shows, the host that credentials are bound to, and the pages that may ask. */
export type RelyingParty = { name: string; id: string; origins: string[] }

/** The site as a relying party, or null where it has no name of its own: browsers take no IP address for one. */
export function relyingParty(auth: Auth): RelyingParty | null {
  const party = auth.config.webAuthn
  return party === null ? null : { name: auth.productName, id: party.rpId, origins: [...party.rpOrigins] }
}
