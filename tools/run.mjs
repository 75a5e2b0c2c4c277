#!/usr/bin/env node
// The entry point of every `npm run …` command. It needs only Node 20 or later and npm: it installs what is missing (Node 24, packages, the
// built site), prints nothing when nothing is missing, and then runs the command.
import { runProgram } from './bootstrap/child.mjs'
import { NPM_COMMANDS } from './bootstrap/commands.mjs'
import { ROOT } from './bootstrap/paths.mjs'
import { requireBuildableFolder, requireMinimumNode, requireValidSiteUrl } from './bootstrap/requirements.mjs'
import { setUpProject } from './bootstrap/set-up.mjs'
import { UserFacingError } from './bootstrap/user-facing-error.mjs'

try {
  const [name = '', ...args] = process.argv.slice(2)
  if (!Object.hasOwn(NPM_COMMANDS, name)) {
    throw new UserFacingError(`"${name}" is not a command. The commands are ${Object.keys(NPM_COMMANDS).join(', ')}.`)
  }
  const { program, packages, packagesFor = {}, builds = [], buildsFor = {} } = NPM_COMMANDS[name]
  requireMinimumNode(process.versions.node)
  requireBuildableFolder(ROOT)
  requireValidSiteUrl(process.env)
  const node = await setUpProject({ packages: packagesFor[args[0]] ?? packages, builds: buildsFor[args[0]] ?? builds })
  if (program) await runProgram(node, program, args)
} catch (cause) {
  if (!(cause instanceof UserFacingError)) throw cause
  console.error(cause.message)
  process.exitCode = 1
}
