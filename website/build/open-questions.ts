import { isPublicAddress } from '@site/contract/samples'
import type { PrerenderModule } from './built-pages.ts'

/**
 * Throws when a site for a public SITE_URL leaves a question open that its visitors ask: what the app does with a photo that is let go
 * (app/content/promises.ts).
 */
export function refuseOpenQuestions({ letGo }: Pick<PrerenderModule, 'letGo'>, siteUrl: string | undefined): void {
  if (letGo !== 'undecided' || !siteUrl?.trim() || !isPublicAddress(siteUrl)) return
  throw new Error(
    'The FAQ must say what happens to a photo that is let go: set letGo in website/app/content/promises.ts to folder, bin or list.',
  )
}
