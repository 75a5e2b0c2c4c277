import { allSettledOrThrow } from './all-settled-or-throw.mjs'
import { hasPackages, installPackages } from './install.mjs'
import { fetchNode, hasNode, nodeProgram } from './node24.mjs'
import { endQuietPrograms } from './quiet-program.mjs'
import { Refusal, refusalFrom } from './refusal.mjs'
import { withSetupLock } from './setup-lock.mjs'

/**
 * Installs Node and packages if they are missing, runs outdated builds, and returns the path of Node. Writes nothing when everything
 * is up to date.
 */
export async function setUp({ packages, builds }) {
  const isForStart = packages !== 'all'
  const areAllReady = () => hasNode() && hasPackages(isForStart) && builds.every(({ isReady }) => isReady())
  if (!areAllReady()) {
    await withSetupLock(async () => {
      await allSettledOrThrow([hasNode() || fetchNode(), hasPackages(isForStart) || installPackages(isForStart)])
      await makeMissing(nodeProgram(), builds)
    }).catch(refuse)
  }
  return nodeProgram()
}

/**
 * Runs the optional builds while the program is running. Returns a function that kills these builds and exits the process, to be
 * called when the program has ended. The next start repeats a build that failed or was killed.
 */
export function finishInBackground(node, builds) {
  if (builds.every(({ isReady }) => isReady())) return () => {}
  withSetupLock(() => makeMissing(node, builds, { inBackground: true }))
    .catch(refuse)
    .catch(({ message }) => console.error(message))
  return () => {
    endQuietPrograms()
    process.exit()
  }
}

async function makeMissing(node, builds, options) {
  await allSettledOrThrow(builds.map((build) => build.isReady() || build.make(node, options)))
}

/** Converts a file system error into a Refusal, so that it is printed as a one-line error without a stack trace. */
function refuse(cause) {
  if (cause instanceof Refusal || cause.syscall === undefined) throw cause
  throw refusalFrom('The project could not be set up', `${cause.message}`, cause.message)
}
