import { dirname, join, normalize } from 'node:path/posix'
import type { SourceFile } from '../checks/source-files.ts'

/**
 * The folders whose pure modules Stryker mutates. For pages, styles, SQL and the network protocols, there are hand-written
 * mutations instead (tests/breakages).
 */
const FOLDERS = [
  'contract/',
  'packages/backend/src/',
  'packages/releases/src/',
  'server/src/',
  'supabase/functions/',
  'ui/',
  'website/app/',
  'admin/src/',
]

/** The packages whose functions are pure: the same arguments give the same result. */
const COMPUTING = [
  /^node:(buffer|crypto|net|path|path\/posix|url|util|zlib)$/,
  /^valibot$/,
  /^jose(\/|$)/,
  /^@noble\//,
  /^(bcryptjs|otpauth|qr)$/,
  /^@zxcvbn-ts\//,
]

/** Matches code that uses the page, the process, the network or timers, so that its module is not pure. */
const OUTSIDE =
  /\b(document|window|navigator|history|location|localStorage|sessionStorage|Deno)\.|\b(fetch|setTimeout|setInterval|requestAnimationFrame|addEventListener)\(|\bprocess\.(env|on|exit|kill)\b/

/** Matches calls that run SQL through the database or one of its sessions (`packages/backend/src/database/port/database.ts`). */
const RUNS_SQL = /\.(query|script|transaction|scriptTransaction|asCaller|insertBatch)\(/

const DECIDES = /\bfunction\b|=>|\bclass\b|\bv\.\w+\(/
const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm
const IMPORT = /^(?:import|export)\s+(type\s)?([\w*{][^'"();=]*?)\bfrom\s+'([^']+)'/gm
const LAZY_IMPORT = /\bimport\('([^']+)'\)/g

type Import = { specifier: string; isTypeOnly: boolean }

/** Pure modules that must not be mutated, each with the reason. */
export const UNMUTATED_MODULES: Readonly<Record<string, string>> = {
  'contract/screening-vectors.ts': 'test data: examples that several tests read',
  'contract/validation-vectors.ts': 'test data: examples that several tests read',
  'supabase/functions/_shared/fake-services.ts': 'a fake for tests',
}

/**
 * Selects the modules that mutation testing mutates, sorted by path: pure modules that contain logic. Pure means that neither the
 * module nor its imports use files, the network, SQL, HTTP, the page, the process or timers, so that unit tests alone can kill its
 * mutants. A module with only constants or types contains no logic. A pure module with a type import from an impure one (a request,
 * a database session) is selected only when a unit test exists beside it.
 */
export function selectModulesToMutate(
  files: readonly SourceFile[],
  leftOut: Readonly<Record<string, string>> = UNMUTATED_MODULES,
): string[] {
  const texts = new Map(files.map(({ path, text }) => [path, text.replace(COMMENT, '')]))
  const known = new Map<string, boolean>()
  return [...texts.entries()]
    .filter(([path, text]) => isSource(path) && DECIDES.test(text) && isPure(path) && isTestable(path, text))
    .map(([path]) => path)
    .filter((path) => !Object.hasOwn(leftOut, path))
    .sort()

  function isTestable(path: string, text: string): boolean {
    return (
      texts.has(path.replace(/\.ts$/, '.test.ts')) ||
      importsOf(text).every(({ specifier }) => isPureSource(path, specifier))
    )
  }

  function isPure(path: string): boolean {
    const cached = known.get(path)
    if (cached !== undefined) return cached
    known.set(path, true) // a provisional result for import cycles: a cycle is pure if all modules in it are
    const text = texts.get(path)
    const pure =
      text !== undefined && !reachesOutside(text) && importsOf(text).every((each) => reachesOnlyPure(path, each))
    known.set(path, pure)
    return pure
  }

  function reachesOnlyPure(path: string, { specifier, isTypeOnly }: Import): boolean {
    return isTypeOnly || isPureSource(path, specifier)
  }

  function isPureSource(path: string, specifier: string): boolean {
    const target = ownModule(path, specifier)
    return target === null ? computes(specifier) : isPure(target)
  }
}

function reachesOutside(text: string): boolean {
  return OUTSIDE.test(text) || RUNS_SQL.test(text)
}

function computes(specifier: string): boolean {
  return COMPUTING.some((allowed) => allowed.test(specifier))
}

/** Parses the imports of a module. `isTypeOnly` marks a type import, which has no effect at run time. */
function importsOf(text: string): Import[] {
  const lazy = [...text.matchAll(LAZY_IMPORT)].map(([, specifier = '']) => ({ specifier, isTypeOnly: false }))
  const plain = [...text.matchAll(IMPORT)].map(([, type, names = '', specifier = '']) => {
    return { specifier, isTypeOnly: type !== undefined || namesOnlyTypes(names) }
  })
  return [...lazy, ...plain]
}

function namesOnlyTypes(names: string): boolean {
  const inner = /^\{([^}]*)\}\s*$/.exec(names.trim())?.[1]
  if (inner === undefined) return false
  return inner.split(',').every((name) => name.trim() === '' || name.trim().startsWith('type '))
}

function ownModule(path: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return normalize(join(dirname(path), specifier))
  if (specifier.startsWith('@site/ui/')) return specifier.slice('@site/'.length)
  if (specifier.startsWith('@site/releases/'))
    return `packages/releases/src/${specifier.slice('@site/releases/'.length)}.ts`
  if (specifier.startsWith('@site/')) return `${specifier.slice('@site/'.length)}.ts`
  return null
}

function isSource(path: string): boolean {
  return FOLDERS.some((folder) => path.startsWith(folder)) && path.endsWith('.ts') && !path.endsWith('.test.ts')
}
