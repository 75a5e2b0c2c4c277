import nodeModule from 'node:module'
import { join } from 'node:path'

const WANTED = 24

// Before anything is loaded that an older Node cannot read, and with nothing imported by a name that it does not export.
if (Number(process.versions.node.split('.')[0]) < WANTED) {
  console.error(
    `This file needs Node ${WANTED} or later; this is ${process.version}. Type "npm start" in the project's folder instead: it brings its own Node.`,
  )
  process.exit(1)
}

const ROOT = join(import.meta.dirname, '../..')

// Halves the time of the next start. Kept beside the packages: in the system's folder for temporary files, which is the
// default, somebody else could put code of theirs. Whatever is imported before this line is not kept.
nodeModule.enableCompileCache(join(ROOT, 'node_modules/.cache/compiled'))
const { runServer } = await import('./run-server.ts')
await runServer(process.env, join(ROOT, 'website/dist'))
nodeModule.flushCompileCache()
