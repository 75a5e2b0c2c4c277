import { allSettledOrThrow } from './all-settled-or-throw.mjs'
import { build, isBuilt } from './builds.mjs'
import { areLockedPackagesInstalled, installPackages } from './install.mjs'
import { withSetupLock } from './lock.mjs'
import { fetchNode, isWantedNodeInstalled, resolveNodePath } from './node24.mjs'
import { createProgramError, UserFacingError } from './user-facing-error.mjs'

/**
 * Prepares the project for an npm command: installs Node and packages if they are missing, and runs outdated builds. Returns the
 * path of Node. Writes nothing when everything is up to date.
 */
export async function setUpProject({ packages, builds }) {
  const isForStart = packages !== 'all'
  const isReady = () => isWantedNodeInstalled() && areLockedPackagesInstalled(isForStart) && builds.every(isBuilt)
  if (!isReady()) {
    await withSetupLock(async () => {
      await allSettledOrThrow([
        isWantedNodeInstalled() || fetchNode(),
        areLockedPackagesInstalled(isForStart) || installPackages(isForStart),
      ])
      await allSettledOrThrow(builds.map((name) => isBuilt(name) || build(name, resolveNodePath())))
    }).catch(refuse)
  }
  return resolveNodePath()
}

/** Converts a file system error into a UserFacingError, so that it is printed as a one-line error without a stack trace. */
function refuse(cause) {
  if (cause instanceof UserFacingError || cause.syscall === undefined) throw cause
  throw createProgramError('The project could not be set up', `${cause.message}`, cause.message)
}
