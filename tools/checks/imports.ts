import { dirname, join, normalize } from 'node:path/posix'

/**
 * An import rule: a folder, and the path prefixes that the folder's files may import. The rule with the longest matching `from`
 * applies to a file.
 */
type ImportRule = { from: string; mayReach: string[] }

const IMPORT_RULES: ImportRule[] = [
  { from: 'contract/', mayReach: ['contract/'] },
  { from: 'website/', mayReach: ['website/', 'ui/', 'contract/', 'packages/releases/'] },
  { from: 'ui/', mayReach: ['ui/'] },
  { from: 'supabase/functions/', mayReach: ['supabase/functions/', 'contract/'] },
  { from: 'packages/releases/', mayReach: ['packages/releases/'] },
  { from: 'packages/backend/', mayReach: ['packages/backend/'] },
  { from: 'packages/backend/test/', mayReach: ['packages/backend/', 'tests/support/', 'tests/odd-inputs/'] },
  { from: 'server/', mayReach: ['server/', 'packages/backend/', 'supabase/', 'contract/'] },
  // The sample's version.json is held against the format of releases.
  {
    from: 'server/src/sample-release.test.ts',
    mayReach: ['server/', 'contract/', 'packages/releases/src/release.ts'],
  },
  {
    from: 'packages/backend/src/http/',
    mayReach: [
      'packages/backend/src/http/',
      'packages/backend/src/database/',
      'packages/backend/src/config',
      'packages/backend/src/services.ts',
    ],
  },
  {
    from: 'packages/backend/src/database/',
    mayReach: ['packages/backend/src/database/', 'packages/backend/src/config'],
  },
  { from: 'admin/', mayReach: ['admin/', 'contract/', 'packages/releases/'] },
  // A restore looks whether a server uses the data folder, starts PostgreSQL, which recovers the database, and connects to it.
  ...['recover-database.ts', 'restore.ts'].map((file) => ({
    from: `admin/src/backup/${file}`,
    mayReach: ['admin/', 'contract/', 'packages/backend/src/database/'],
  })),
  // The console's page runs in a browser. It may import the site's controls, styles, drawings and brand, and from the commands only the row
  // schemas, choices, settings, formats, states and the reader of streamed responses.
  {
    from: 'admin/console/',
    mayReach: [
      ...['admin/console/', 'admin/src/rows.ts', 'admin/src/waves/wave-rows.ts', 'admin/src/signups/payment-state.ts'],
      ...['admin/src/signups/choices.ts', 'admin/src/view/text.ts', 'admin/src/site-settings/descriptions.ts'],
      ...['admin/src/line-splitter.ts', 'admin/src/doctor/finding.ts'],
      ...['ui/', 'website/app/art/', 'website/app/brand.ts', 'website/app/styles/', 'website/browser-floor.ts'],
    ],
  },
  { from: 'tests/rules/', mayReach: ['tests/', 'contract/', 'packages/releases/', 'tools/'] },
  { from: 'tests/rules/admin-run.ts', mayReach: ['tests/', 'admin/src/run-admin.ts'] },
  // Test support may import brand.ts: the site's owner may change the brand, so tests import its values and do not repeat them.
  {
    from: 'tests/support/',
    mayReach: [
      ...['tests/support/', 'tools/bootstrap/', 'tools/root.ts', 'contract/', 'packages/releases/'],
      'website/app/brand.ts',
    ],
  },
  { from: 'tools/bootstrap/', mayReach: ['tools/bootstrap/'] },
]

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"]+)['"]/g

/**
 * The modules that start a database engine. A test that imports one of them must be an integration test (`*.integration.test.ts`), because
 * `npm run check` runs the unit tests and must stay fast.
 */
const DATABASE_ENGINE_MODULES: readonly string[] = [
  'packages/backend/test/test-rate-limits.ts',
  'packages/backend/src/database/own-postgres/own-postgres.ts',
  'packages/backend/src/database/postgres/postgres.ts',
  'tests/support/postgres.ts',
  'tests/support/shared-fixtures.ts',
]

/** Reports imports that violate the import rules, and unit tests that import a module that starts a database engine. */
export function findForbiddenImports(path: string, text: string): string[] {
  const targets = listImportedPaths(path, text)
  const engines = isUnitTest(path) ? targets.filter((target) => DATABASE_ENGINE_MODULES.includes(target)) : []
  return [
    ...wrongDirections(path, targets),
    ...engines.map((target) => `${path} imports ${target}, which starts a database: name it *.integration.test.ts`),
  ]
}

/** Returns the files of this repository that a file imports, type imports included. */
function listImportedPaths(path: string, text: string): string[] {
  return [...text.matchAll(IMPORT)]
    .map(([, specifier = '']) => reached(path, specifier))
    .filter((target) => target !== null)
}

function wrongDirections(path: string, targets: readonly string[]): string[] {
  const rules = IMPORT_RULES.filter(({ from }) => path.startsWith(from))
  const rule = rules.sort((a, b) => b.from.length - a.from.length)[0]
  if (!rule) return []
  const mayReach = isTest(path) ? [...rule.mayReach, 'tests/support/'] : rule.mayReach
  return targets
    .filter((target) => !mayReach.some((allowed) => target.startsWith(allowed)))
    .map((target) => `${path} imports ${target}: files in ${rule.from} may import only ${mayReach.join(', ')}`)
}

/** Resolves an import specifier to a path in this repository. Returns null for an npm package. */
function reached(path: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return normalize(join(dirname(path), specifier))
  if (specifier.startsWith('@site/ui/')) return `ui/${specifier.slice('@site/ui/'.length)}`
  const ofPackage = /^@site\/(backend|releases)\/(.+)$/.exec(specifier)
  if (ofPackage !== null) return `packages/${ofPackage[1]}/src/${ofPackage[2]}.ts`
  if (specifier.startsWith('@site/')) return `${specifier.slice('@site/'.length)}.ts`
  return null
}

function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path)
}

function isUnitTest(path: string): boolean {
  return isTest(path) && !/^(tests|packages\/backend\/test)\//.test(path) && !path.includes('.integration.')
}
