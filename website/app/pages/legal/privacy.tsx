import { brand } from '../../brand.ts'
import { privacyPolicy } from '../../content/privacy.ts'
import type { PageMeta } from '../../page.ts'
import { LegalPage } from './legal-page.tsx'

/** Metadata of the privacy page. */
export const meta: PageMeta = {
  path: '/privacy',
  title: `Privacy Policy - ${brand.name}`,
  description: `What ${brand.name} learns about you (your name and email address), what we use it for, and what never leaves your computer: your photos.`,
}

/** The page with the privacy policy. */
export function PrivacyPage() {
  return <LegalPage text={privacyPolicy} />
}
