#!/usr/bin/env node
// The one door to every `npm run …`. It needs nothing but the Node that runs it (20 or later) and npm: it gets what is
// missing (Node 24, packages, the built site), says nothing when nothing is, and then runs the real thing.
import { runProgram } from './bootstrap/child.mjs'
import { COMMANDS } from './bootstrap/commands.mjs'
import { refuseOldNode } from './bootstrap/node24.mjs'
import { endWithNpm } from './bootstrap/npm-above.mjs'
import { Refusal } from './bootstrap/refusal.mjs'
import { finishInBackground, setUp } from './bootstrap/set-up.mjs'

try {
  const [name = '', ...args] = process.argv.slice(2)
  if (!Object.hasOwn(COMMANDS, name)) {
    throw new Refusal(`"${name}" is none of the commands: ${Object.keys(COMMANDS).join(', ')}.`)
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
