import type { Brand } from './letter.ts'

/** Why a welcome mail came, and the one sentence on how to be removed. */
export function signupReason({ product }: Brand): string {
  return (
    `You get this mail because this address signed up for early access to ${product.name} at ${product.domain}. ` +
    `If that was not you, or you want to be removed, write to ${product.mailboxes.privacy} and the entry is deleted.`
  )
}
