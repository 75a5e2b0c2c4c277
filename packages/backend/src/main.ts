#!/usr/bin/env node
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createFolderProject } from './folder-project.ts'
import { runServer } from './run-server.ts'

/* The command `supabase-folder-server <folder>`: serves the project in a folder, by default the current one. */

const [folder = '.'] = process.argv.slice(2)
if (existsSync(join(folder, 'supabase/migrations'))) {
  await runServer(process.env, () => createFolderProject(folder))
} else {
  console.error(
    `${join(folder, 'supabase/migrations')} does not exist: give the folder of a project that has supabase/migrations.`,
  )
  process.exitCode = 1
}
