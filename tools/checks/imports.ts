import { dirname, join, normalize } from 'node:path/posix'

/** A place in the tree and what its files may reach. A file belongs to the longest place that its path begins with. */
type Place = { from: string; mayReach: string[] }

const PLACES: Place[] = [
  { from: 'contract/', mayReach: ['contract/'] },
  { from: 'website/', mayReach: ['website/', 'contract/'] },
  { from: 'website/app/ui/', mayReach: ['website/app/ui/', 'website/app/styles/', 'website/app/constants.ts'] },
  { from: 'supabase/functions/', mayReach: ['supabase/functions/', 'contract/'] },
  { from: 'backend/', mayReach: ['backend/', 'supabase/', 'contract/'] },
  {
    from: 'backend/src/http/',
    mayReach: [
      'backend/src/http/',
      'backend/src/database/',
      'backend/src/config',
      'backend/src/services.ts',
      'contract/',
    ],
  },
  { from: 'backend/src/database/', mayReach: ['backend/src/database/', 'backend/src/config', 'supabase/migrations/'] },
  { from: 'admin/', mayReach: ['admin/', 'contract/'] },
  { from: 'tests/contract/', mayReach: ['tests/', 'contract/', 'tools/'] },
  { from: 'tests/contract/admin-run.ts', mayReach: ['tests/', 'admin/src/run-admin.ts'] },
  // The brand is an owner's to change: tests read it, and so do not repeat it.
  {
    from: 'tests/support/',
    mayReach: ['tests/support/', 'tools/bootstrap/', 'tools/root.ts', 'contract/', 'website/app/brand.ts'],
  },
  { from: 'tools/bootstrap/', mayReach: ['tools/bootstrap/'] },
]

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"]+)['"]/g

/** The modules that start a database engine. A test that imports one is an integration test, which `npm run check` leaves out. */
const STARTS_ENGINE =
  /^(tests\/support\/(once-a-run|limits-under-test|postgres)|backend\/src\/database\/(pglite|postgres|embedded-server|durable-folder|prepared))\.ts$/

/** The imports of a file that go against the direction of the architecture, or start an engine in a unit test, as sentences. */
export function wrongImports(path: string, text: string): string[] {
  const targets = [...text.matchAll(IMPORT)]
    .map(([, specifier = '']) => reached(path, specifier))
    .filter((target) => target !== null)
  const engines = isUnitTest(path) ? targets.filter((target) => STARTS_ENGINE.test(target)) : []
  return [
    ...wrongDirections(path, targets),
    ...engines.map((target) => `${path} imports ${target}, which starts a database: name it *.integration.test.ts`),
  ]
}

function wrongDirections(path: string, targets: readonly string[]): string[] {
  const place = PLACES.filter(({ from }) => path.startsWith(from)).sort((a, b) => b.from.length - a.from.length)[0]
  if (!place) return []
  const mayReach = isTest(path) ? [...place.mayReach, 'tests/support/'] : place.mayReach
  return targets
    .filter((target) => !mayReach.some((allowed) => target.startsWith(allowed)))
    .map((target) => `${path} imports ${target}: files in ${place.from} reach only ${mayReach.join(', ')}`)
}

/** The file of ours that an import names, or null where it names a package. */
function reached(path: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return normalize(join(dirname(path), specifier))
  if (specifier.startsWith('@site/')) return `${specifier.slice('@site/'.length)}.ts`
  return null
}

function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path)
}

function isUnitTest(path: string): boolean {
  return isTest(path) && !path.startsWith('tests/') && !path.includes('.integration.')
}
