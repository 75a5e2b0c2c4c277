import { resolve } from 'node:path'
import { normalizePath, type Plugin } from 'vite'

const PACKAGES = normalizePath(resolve(import.meta.dirname, '../../node_modules'))

/** The names under which React's packages are imported: a package, or a file of one. */
const REACT = /^(react|react-dom|scheduler)(?:\/([\w-]+))?$/

/** The production files of React's packages. */
const FILE = /\/node_modules\/(react|react-dom|scheduler)\/cjs\/.+\.production\.js$/

/** Returns whether a module id is a file of React's packages. */
export const isReactModule = (id: string): boolean => FILE.test(id)

/**
 * A Vite plugin that rewrites React's CommonJS files as ES modules. Otherwise the bundler keeps every export of React and adds a chunk with
 * interop code: 3 kB of the first load.
 */
export function reactAsModulesPlugin(): Plugin {
  return {
    name: 'site:react-as-modules',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    resolveId(source) {
      const [, name, part] = REACT.exec(source) ?? []
      return name ? `${PACKAGES}/${name}/cjs/${[name, part].filter(Boolean).join('-')}.production.js` : null
    },
    transform(code, id) {
      if (!isReactModule(id)) return null
      const imports: string[] = []
      const names = new Set<string>()
      const rest = code
        .replaceAll(/\b(\w+) = require\("([\w-]+)"\)/g, (_, name: string, source: string) => {
          imports.push(`import * as ${name} from '${source}'`)
          return `${name}IsImported = true` // a variable that nothing reads
        })
        .replaceAll(/^exports\./gm, 'var exports.')
        .replaceAll(/\bexports\.(\w+)/g, (_, name: string) => {
          names.add(name)
          return `exported_${name}`
        })
      const exported = [...names].map((name) => `exported_${name} as ${name}`)
      return { code: [...imports, rest, `export { ${exported.join(', ')} }`].join('\n'), map: null }
    },
  }
}
