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

/** The imports of a file that go against the direction of the architecture, as sentences. */
export function wrongImports(path: string, text: string): string[] {
  const place = PLACES.filter(({ from }) => path.startsWith(from)).sort((a, b) => b.from.length - a.from.length)[0]
  if (!place) return []
  const mayReach = isTest(path) ? [...place.mayReach, 'tests/support/'] : place.mayReach
  return [...text.matchAll(IMPORT)]
    .map(([, specifier = '']) => reached(path, specifier))
    .filter((target) => target !== null && !mayReach.some((allowed) => target.startsWith(allowed)))
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
