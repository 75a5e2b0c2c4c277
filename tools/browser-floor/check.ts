import { join } from 'node:path'
import type { ProjectCheck } from '../checks/check.ts'
import { ROOT } from '../root.ts'
import { ENHANCEMENTS, READ_WITH } from './enhancements.ts'
import { findFeaturesOfBuild } from './scan-build.ts'
import { features } from './support.ts'

/** The builds whose files run in browsers. */
const BUILDS = ['website/dist/client', 'admin/console/dist']

/** Reports features in built scripts, styles and pages that one of the oldest supported browsers lacks. `npm run check` builds them before. */
export const browserFloorCheck: ProjectCheck = {
  title: 'built scripts, styles and pages use only what the oldest supported browsers have, or do without',
  async complaints() {
    const uses = BUILDS.map((folder) => findFeaturesOfBuild(join(ROOT, folder)))
    return [...compareWithEnhancements(uses, ENHANCEMENTS), ...askToReadAgain(features.__meta.version)]
  },
}

/** Returns a complaint when the reasons, which are about engines of that day, were not read again with new compatibility data. */
export function askToReadAgain(version: string): string[] {
  return version === READ_WITH
    ? []
    : [`compatibility data ${version}: read tools/browser-floor/enhancements.ts again, then set READ_WITH`]
}

/** Returns a complaint for each feature that is not listed, and for each listed one that no build uses. */
export function compareWithEnhancements(
  uses: readonly ReadonlyMap<string, readonly string[]>[],
  listed: Readonly<Record<string, string>>,
): string[] {
  const unlisted = uses.flatMap((features) =>
    [...features]
      .filter(([feature]) => !Object.hasOwn(listed, feature))
      .map(([feature, [file, ...others]]) => {
        const more = others.length > 0 ? ` (and ${others.length} more files)` : ''
        return `${file}${more} uses ${feature}, which a browser of website/browser-floor.ts lacks`
      }),
  )
  const unused = Object.keys(listed).filter((feature) => !uses.some((features) => features.has(feature)))
  return [
    ...unlisted,
    ...unused.map((feature) => `tools/browser-floor/enhancements.ts lists ${feature}, which no build uses`),
  ]
}
