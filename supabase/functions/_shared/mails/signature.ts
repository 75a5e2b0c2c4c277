import type { MailBrand, MailContent } from './mail-content.ts'

/** Returns the two lines with which a mail is signed; none for a mail whose text contains its signature. */
export function getSignature({ signedBy }: Pick<MailContent, 'signedBy'>, { product }: MailBrand): string[] {
  if (signedBy === 'founders') return [product.founders.signature, `who made ${product.name}`]
  return signedBy === 'site' ? ['Your website', product.domain] : []
}
