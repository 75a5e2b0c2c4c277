import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

const require = createRequire(import.meta.url)
const PREFIX = '\0module-of:'
const PACKAGES = ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/client']

/**
 * Hands React to the app as modules with named exports, translated once from the CommonJS it is published in. Without it
 * each file of the build brings the translation of its own, and a fifth file is fetched for what they share.
 */
export function reactAsModules(): Plugin {
  return {
    name: 'site:react-as-modules',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    resolveId(source, importer) {
      const byReact = importer?.startsWith(PREFIX) || /node_modules\/(react|react-dom|scheduler)\//.test(importer ?? '')
      return PACKAGES.includes(source) && !byReact ? PREFIX + source : null
    },
    load(id) {
      if (!id.startsWith(PREFIX)) return null
      const source = id.slice(PREFIX.length)
      const exported: unknown = require(source)
      const names = Object.keys(exported ?? {}).filter((name) => /^[a-z]\w*$/i.test(name))
      const one = (name: string) => `export const ${name} = /* @__PURE__ */ (() => whole.${name})()`
      return [`import whole from '${source}'`, ...names.map(one)].join('\n')
    },
  }
}
