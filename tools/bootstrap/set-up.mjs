import { allSettledOrThrow } from './all-settled-or-throw.mjs'
import { areLockedPackagesInstalled, installPackages } from './install.mjs'
import { fetchNode, isWantedNodeInstalled, resolveNodePath } from './node24.mjs'
import { killQuietPrograms } from './quiet-program.mjs'
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

/**
 * Runs optional builds while the program of an npm command is running. Returns a function that kills these builds and exits the
 * process, to be called when the program has ended. The next start repeats a build that failed or was killed.
 */
export function runBuildsInBackground(node, builds) {
  if (builds.every(({ isReady }) => isReady())) return () => {}
  withSetupLock(() => makeMissing(node, builds, { inBackground: true }))
    .catch(refuse)
    .catch(({ message }) => console.error(message))
  return () => {
    killQuietPrograms()
    process.exit()
  }
}

async function makeMissing(node, builds, options) {
  await allSettledOrThrow(builds.map((build) => build.isReady() || build.make(node, options)))
}

/** Converts a file system error into a UserFacingError, so that it is printed as a one-line error without a stack trace. */
function refuse(cause) {
  if (cause instanceof UserFacingError || cause.syscall === undefined) throw cause
  throw createProgramError('The project could not be set up', `${cause.message}`, cause.message)
}
