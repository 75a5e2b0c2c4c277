import { createRequire } from 'node:module'
import type { Plugin } from 'vite'
import { dropUnusedExports } from './drop-unused-exports.ts'

const require = createRequire(import.meta.url)
const PREFIX = '\0module-of:'

/**
 * The exports of React's packages that the site uses. An import of another one fails the build with a message that the module of React does
 * not export it: list it here.
 */
const USED = new Map<string, readonly string[]>([
  [
    'react',
    [
      ...['Component', 'Fragment', 'Suspense', 'createContext', 'startTransition'],
      ...['useCallback', 'useContext', 'useEffect', 'useId', 'useLayoutEffect', 'useMemo', 'useRef', 'useState'],
      'useSyncExternalStore',
    ],
  ],
  ['react/jsx-runtime', ['Fragment', 'jsx', 'jsxs']],
  ['react-dom', ['flushSync']],
  ['react-dom/client', ['hydrateRoot']],
])

/** The exports that React's packages read from each other, by name or by prefix. */
const USED_BY_REACT = /^(version$|__(CLIENT|DOM)_INTERNALS_)/

/** The files in which these packages define their exports. */
const DEFINITIONS = /\/node_modules\/(react|react-dom)\/cjs\/(react|react-dom|react-dom-client)\.production\.js$/

/** Wouter imports React through a module of its own, which exports more of React than the site uses. */
const WOUTER_REACT = /\/node_modules\/wouter\//

/** Returns whether a module id is one of React's modules, as `reactAsModulesPlugin` provides them. */
export const isReactModule = (id: string): boolean => id.startsWith(PREFIX)

/**
 * A Vite plugin that provides React as ES modules with named exports, converted once from its CommonJS packages. Without the plugin every
 * chunk contains CommonJS interop code, and pages load an extra chunk for the shared part of that code. A bundler cannot tell which exports
 * of a CommonJS package are unused, so the plugin removes them: they are 1 kB of the first load.
 */
export function reactAsModulesPlugin(): Plugin {
  return {
    name: 'site:react-as-modules',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    resolveId(source, importer = '') {
      if (WOUTER_REACT.test(importer) && source === './react-deps.js') return `${PREFIX}react`
      const byReact = importer.startsWith(PREFIX) || /node_modules\/(react|react-dom|scheduler)\//.test(importer)
      return USED.has(source) && !byReact ? PREFIX + source : null
    },
    load(id) {
      const names = isReactModule(id) ? USED.get(id.slice(PREFIX.length)) : undefined
      if (!names) return null
      const source = id.slice(PREFIX.length)
      const exported: unknown = require(source)
      const present = Object.keys(exported ?? {})
      const missing = names.filter((name) => !present.includes(name))
      if (missing.length > 0)
        this.error(`${source} has no export ${missing.join(', ')}, which react-as-modules.ts lists.`)
      const one = (name: string) => `export const ${name} = /* @__PURE__ */ (() => whole.${name})()`
      return [`import whole from '${source}'`, ...names.map(one)].join('\n')
    },
    transform(code, id) {
      const [, , file = ''] = DEFINITIONS.exec(id.replaceAll('\\', '/')) ?? []
      const used = USED.get(file.replace('-client', '/client'))
      if (!used) return null
      return { code: dropUnusedExports(code, (name) => used.includes(name) || USED_BY_REACT.test(name)), map: null }
    },
  }
}
