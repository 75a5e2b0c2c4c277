import { allSettledOrThrow } from './all-settled-or-throw.mjs'
import { areLockedPackagesInstalled, installPackages } from './install.mjs'
import { fetchNode, isWantedNodeInstalled, resolveNodePath } from './node24.mjs'
import { withSetupLock } from './setup-lock.mjs'
import { createProgramError, UserFacingError } from './user-facing-error.mjs'

/**
 * Prepares the project for an npm command: installs Node and packages if they are missing, and runs outdated builds. Returns the
 * path of Node. Writes nothing when everything is up to date.
 */
export async function setUpProject({ packages, builds }) {
  const isForStart = packages !== 'all'
  const areAllReady = () =>
    isWantedNodeInstalled() && areLockedPackagesInstalled(isForStart) && builds.every(({ isReady }) => isReady())
  if (!areAllReady()) {
    await withSetupLock(async () => {
      await allSettledOrThrow([
        isWantedNodeInstalled() || fetchNode(),
        areLockedPackagesInstalled(isForStart) || installPackages(isForStart),
      ])
      await makeMissing(resolveNodePath(), builds)
    }).catch(refuse)
  }
  return resolveNodePath()
}

async function makeMissing(node, builds) {
  await allSettledOrThrow(builds.map((build) => build.isReady() || build.make(node)))
}

/** Converts a file system error into a UserFacingError, so that it is printed as a one-line error without a stack trace. */
function refuse(cause) {
  if (cause instanceof UserFacingError || cause.syscall === undefined) throw cause
  throw createProgramError('The project could not be set up', `${cause.message}`, cause.message)
}
