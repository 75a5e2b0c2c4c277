#!/usr/bin/env node
// The one door to every `npm run …`. It needs nothing but the Node that runs it (20 or later) and npm: it gets what is
// missing (Node 24, packages, the built site), says nothing when nothing is, and then runs the real thing.
import { buildDatabase } from './bootstrap/build-database.mjs'
import { buildServer } from './bootstrap/build-server.mjs'
import { buildSite } from './bootstrap/build-site.mjs'
import { runProgram } from './bootstrap/child.mjs'
import { installPackages } from './bootstrap/install.mjs'
import { findNode, refuseOldNode } from './bootstrap/node24.mjs'
import { Refusal } from './bootstrap/refusal.mjs'
import { together } from './bootstrap/together.mjs'

const BUILDS = [buildSite, buildServer, buildDatabase]

/** What a person may type after `node tools/run.mjs`: the program, and what it needs beside the packages. */
const COMMANDS = {
  start: { program: 'backend/dist/main.js', needs: BUILDS },
  dev: { program: 'tools/dev.ts', needs: [] },
  test: { program: 'tools/test.ts', needs: BUILDS },
  bench: { program: 'bench/run.ts', needs: BUILDS },
  check: { program: 'tools/check.ts', needs: [] },
  mutate: { program: 'tools/mutate.ts', needs: [] },
  shots: { program: 'tools/shots.ts', needs: BUILDS },
  admin: { program: 'admin/src/main.ts', needs: [] },
  build: { program: null, needs: BUILDS },
}

try {
  const [name = '', ...args] = process.argv.slice(2)
  if (!Object.hasOwn(COMMANDS, name)) {
    throw new Refusal(`"${name}" is none of the commands: ${Object.keys(COMMANDS).join(', ')}.`)
  }
  const { program, needs } = COMMANDS[name]
  refuseOldNode()
  const [node] = await together([findNode(), installPackages()])
  await together(needs.map((need) => need(node)))
  if (program) await runProgram(node, program, args)
} catch (cause) {
  if (!(cause instanceof Refusal)) throw cause
  console.error(cause.message)
  process.exitCode = 1
}
