import { command } from '../command.ts'
import { Failure } from '../failures.ts'
import { openBucket } from './bucket.ts'
import { readProduct } from './product.ts'
import { CURRENT, findReleases, type Published } from './releases.ts'
import { makeCurrent } from './swap.ts'

/** `release rollback`. */
export const rollbackRelease = command({
  summary: 'offer the release before this one again; nothing is deleted, and forward goes the same way',
  options: { to: { type: 'string', value: 'VERSION', help: 'this release instead, also a newer one' } },
  examples: ['release rollback', 'release rollback --to 1.3.2'],
  async run({ options }, tools) {
    const product = await readProduct()
    const bucket = openBucket(await tools.site(), product.downloadsBucket)
    const current = (await bucket.readRelease(CURRENT))?.version ?? null
    const target = chooseRelease(await findReleases(bucket), current, options.to)
    await makeCurrent(bucket, product.name, target.version, target.release)
    return {
      data: { before: current, version: target.version },
      text: `Visitors get ${target.version} again (before: ${current ?? 'nothing'}).`,
    }
  },
})

/** The release to go to: the one that is named, else the one published before the current one. */
export function chooseRelease(
  releases: readonly Published[],
  current: string | null,
  wanted: string | undefined,
): Published {
  if (wanted !== undefined) {
    const named = releases.find(({ version }) => version === wanted)
    if (named === undefined) throw new Failure('not_found', `There is no release ${wanted}.`)
    return named
  }
  const at = releases.findIndex(({ version }) => version === current)
  const previous = at === -1 ? undefined : releases[at + 1]
  if (previous === undefined) {
    throw new Failure('not_found', `There is no release before ${current ?? 'the first'}.`, {
      hint: 'See: release list',
    })
  }
  return previous
}
