import { join } from 'node:path'
import { type Config, ConfigError } from './config.ts'
import { start } from './start.ts'
import { stopOnSignals } from './stop-on-signals.ts'

const WEBSITE = join(import.meta.dirname, '../../website/dist')

try {
  const server = await start(process.env, openBuiltWebsite)
  stopOnSignals(() => server.stop())
  console.info(server.greeting.join('\n'))
} catch (error) {
  // Whatever the person at the terminal can mend is one sentence; anything else is a fault and keeps its stack.
  console.error(error instanceof ConfigError ? error.message : error)
  process.exit(1)
}

async function openBuiltWebsite(config: Config) {
  const [{ openBuiltSite }, { readProduct }] = await Promise.all([
    import('./site/built-site.ts'),
    import('./product.ts'),
  ])
  const [site, product] = await Promise.all([openBuiltSite(WEBSITE, config.siteUrl), readProduct(WEBSITE)])
  return { site, product }
}
