import { hasPackages, installPackages } from './install.mjs'
import { fetchNode, hasNode, nodeProgram } from './node24.mjs'
import { endQuietPrograms } from './quiet-program.mjs'
import { Refusal, refusalFrom } from './refusal.mjs'
import { withSetupLock } from './setup-lock.mjs'
import { together } from './together.mjs'

/** Gets what is missing of Node, the packages and the builds, and answers the path of that Node. Where nothing is, nothing is written. */
export async function setUp({ packages, builds }) {
  const isForStart = packages !== 'all'
  const areAllReady = () => hasNode() && hasPackages(isForStart) && builds.every(({ isReady }) => isReady())
  if (!areAllReady()) {
    await withSetupLock(async () => {
      await together([hasNode() || fetchNode(), hasPackages(isForStart) || installPackages(isForStart)])
      await makeMissing(nodeProgram(), builds)
    }).catch(refuse)
  }
  return nodeProgram()
}

/** Builds what the program that now runs can do without. Answers how to end with that program; what fails or is cut off is built by the next start. */
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
  await together(builds.map((build) => build.isReady() || build.make(node, options)))
}

/** What the disk refuses is one sentence too. */
function refuse(cause) {
  if (cause instanceof Refusal || cause.syscall === undefined) throw cause
  throw refusalFrom('The project could not be set up', `${cause.message}`, cause.message)
}
