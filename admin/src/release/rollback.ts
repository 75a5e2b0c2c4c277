import { defineCommand } from '../command.ts'
import { CommandFailure } from '../failures.ts'
import { openDownloadsBucket } from './bucket.ts'
import { makeReleaseCurrent } from './make-current.ts'
import { readProduct } from './product.ts'
import { CURRENT_VERSION_FILE, findReleases, type PublishedRelease } from './releases.ts'

export const rollbackReleaseCommand = defineCommand({
  summary: 'make the previous release current again; deletes nothing, and can be reverted with --to',
  options: { to: { type: 'string', value: 'VERSION', help: 'make this release current instead, also a newer one' } },
  examples: ['release rollback', 'release rollback --to 1.3.2'],
  async run({ options }, tools) {
    const product = await readProduct()
    const bucket = openDownloadsBucket(await tools.site(), product.downloadsBucket)
    const current = (await bucket.readRelease(CURRENT_VERSION_FILE))?.version ?? null
    const target = chooseRollbackRelease(await findReleases(bucket), current, options.to)
    await makeReleaseCurrent(bucket, product.name, target.version, target.release)
    return {
      data: { before: current, version: target.version },
      text: `Visitors get ${target.version} again (before: ${current ?? 'nothing'}).`,
    }
  },
})

/**
 * Returns the release to make current: the one named `wanted`, otherwise the one published before the current one. Throws a CommandFailure
 * when there is none.
 */
export function chooseRollbackRelease(
  releases: readonly PublishedRelease[],
  current: string | null,
  wanted: string | undefined,
): PublishedRelease {
  if (wanted !== undefined) {
    const named = releases.find(({ version }) => version === wanted)
    if (named === undefined) throw new CommandFailure('not_found', `There is no release ${wanted}.`)
    return named
  }
  const at = releases.findIndex(({ version }) => version === current)
  const previous = at === -1 ? undefined : releases[at + 1]
  if (previous === undefined) {
    throw new CommandFailure('not_found', `There is no release before ${current ?? 'the first'}.`, {
      hint: 'See: release list',
    })
  }
  return previous
}
