import type { Product } from '@site/contract/product'
import { SAMPLES } from '@site/contract/samples'
import { listSamples } from './samples.ts'
import type { SiteConfig } from './site-settings.ts'

type Facts = {
  config: SiteConfig
  product: Product
  isSampleRelease: boolean
  otherDatabase: string | null
  shipsTo: string | null
  isHeld: boolean
}

/**
 * Returns the lines that the terminal shows after the server has started: the site's URL, where data and mail go, and which samples
 * are still to be replaced.
 */
export function formatStartGreeting({
  config,
  product,
  isSampleRelease,
  otherDatabase,
  shipsTo,
  isHeld,
}: Facts): string[] {
  const samples = [...listSamples(product, config), ...(isSampleRelease ? (['downloads'] as const) : [])]
  return [
    `${product.name} is at ${config.siteUrl}`,
    config.databaseUrl === null
      ? `Data is kept in ${config.dataDir}`
      : `Data is kept in PostgreSQL at ${hostOf(config.databaseUrl)}, files in ${config.dataDir}`,
    ...(shipsTo === null ? [] : [`Changes are also copied to ${shipsTo} within a second`]),
    config.smtpUrl === null
      ? `Mail is written to ${config.dataDir}/mail`
      : `Mail goes through ${hostOf(config.smtpUrl)}`,
    ...(samples.length === 0
      ? []
      : [`Still samples (see the README): ${samples.map((id) => SAMPLES[id].name).join(', ')}`]),
    ...(isHeld
      ? ['This data was restored or copied: no mail and no webhook event is sent until npm run admin -- resume']
      : []),
    ...(otherDatabase === null ? [] : [`Attention: ${otherDatabase}`]),
  ]
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? 'the given address'
}
