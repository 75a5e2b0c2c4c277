import { listImportedPaths } from './imports.ts'
import type { SourceFile } from './source-files.ts'

/**
 * Reports import cycles, including type imports: the files of a cycle can only be understood and moved together. Reports each cycle
 * once, at the import that closes it. Ignores test files.
 */
export function findImportCircles(files: readonly SourceFile[]): string[] {
  const sources = files.filter(({ path }) => !/\.(test|spec)\.tsx?$/.test(path))
  const imports = new Map(sources.map(({ path, text }) => [path, listImportedPaths(path, text)]))
  const finished = new Set<string>()
  const circles: string[] = []
  const follow = (path: string, chain: readonly string[]) => {
    if (chain.includes(path)) {
      circles.push([...chain.slice(chain.indexOf(path)), path].join(' -> '))
      return
    }
    if (finished.has(path)) return
    for (const target of imports.get(path) ?? []) follow(target, [...chain, path])
    finished.add(path)
  }
  for (const path of imports.keys()) follow(path, [])
  return circles.map((circle) => `These files import each other: ${circle}`)
}
