import type { AuthDependencies } from '../auth.ts'

/** A WebAuthn relying party: the name a browser displays, the RP ID that credentials are bound to, and the allowed origins. */
export type RelyingParty = { name: string; id: string; origins: string[] }

/** Returns the site as a relying party, or null where its host is an IP address, which WebAuthn does not allow as an RP ID. */
export function createRelyingParty(auth: AuthDependencies): RelyingParty | null {
  const party = auth.config.webAuthn
  return party === null ? null : { name: auth.productName, id: party.rpId, origins: [...party.rpOrigins] }
}
