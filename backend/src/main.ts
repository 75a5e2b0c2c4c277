import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

// Halves the time of the next start. Kept beside the packages: in the system's folder for temporary files, which is the
// default, somebody else could put code of theirs. Whatever is imported before this line is not kept.
enableCompileCache(join(ROOT, 'node_modules/.cache/compiled'))
const { runServer } = await import('./run-server.ts')
await runServer(process.env, join(ROOT, 'website/dist'))
flushCompileCache()
