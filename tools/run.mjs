#!/usr/bin/env node
// The entry point of every `npm run …` command. It needs only Node 20 or later and npm: it installs what is missing (Node 24, packages, the
// built site), prints nothing when nothing is missing, and then runs the command.
import { runProgram } from './bootstrap/child.mjs'
import { COMMANDS } from './bootstrap/commands.mjs'
import { endWithNpm } from './bootstrap/end-with-npm.mjs'
import { refuseOldNode } from './bootstrap/node24.mjs'
import { Refusal } from './bootstrap/refusal.mjs'
import { finishInBackground, setUp } from './bootstrap/set-up.mjs'

try {
  const [name = '', ...args] = process.argv.slice(2)
  if (!Object.hasOwn(COMMANDS, name)) {
    throw new Refusal(`"${name}" is not a command. The commands are ${Object.keys(COMMANDS).join(', ')}.`)
  }
  const { program, packages, builds = [], later = [] } = COMMANDS[name]
  refuseOldNode()
  endWithNpm()
  const node = await setUp({ packages, builds })
  const stopFinishing = finishInBackground(node, later)
  if (program) await runProgram(node, program, args)
  stopFinishing()
} catch (cause) {
  if (!(cause instanceof Refusal)) throw cause
  console.error(cause.message)
  process.exitCode = 1
}
