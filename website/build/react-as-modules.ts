import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

const require = createRequire(import.meta.url)
const PREFIX = '\0module-of:'
const PACKAGES = ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/client']

/** Returns whether a module id is one of React's modules, as `reactAsModulesPlugin` provides them. */
export const isReactModule = (id: string): boolean => id.startsWith(PREFIX)

/**
 * A Vite plugin that provides React as ES modules with named exports, converted once from its CommonJS packages. Without the plugin every
 * chunk contains CommonJS interop code, and pages load an extra chunk for the shared part of that code.
 */
export function reactAsModulesPlugin(): Plugin {
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
      if (!isReactModule(id)) return null
      const source = id.slice(PREFIX.length)
      const exported: unknown = require(source)
      const names = Object.keys(exported ?? {}).filter((name) => /^[a-z]\w*$/i.test(name))
      const one = (name: string) => `export const ${name} = /* @__PURE__ */ (() => whole.${name})()`
      return [`import whole from '${source}'`, ...names.map(one)].join('\n')
    },
  }
}
