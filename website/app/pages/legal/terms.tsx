import { brand } from '../../brand.ts'
import { termsOfService } from '../../content/terms.ts'
import type { PageMeta } from '../../page.ts'
import { LegalPage } from './legal-page.tsx'

/** Metadata of the page with the terms of use. */
export const meta: PageMeta = {
  path: '/terms',
  title: `Terms of Service - ${brand.name}`,
  description: `The terms of ${brand.name}: one copy per device for personal use, no subscription, and a full refund on request.`,
}

/** The page with the terms of use. */
export function TermsPage() {
  return <LegalPage text={termsOfService} />
}
