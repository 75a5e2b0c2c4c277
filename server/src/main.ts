import nodeModule from 'node:module'
import { join } from 'node:path'

const NODE_MIN = 24

// Checks the Node.js version before importing any module that an older version cannot parse. For the same reason, this file uses no named
// import that an older version does not export.
if (Number(process.versions.node.split('.')[0]) < NODE_MIN) {
  console.error(
    `This file needs Node ${NODE_MIN} or later; this is ${process.version}. Type "npm start" in the project's folder instead: it brings its own Node.`,
  )
  process.exit(1)
}

const ROOT = join(import.meta.dirname, '../..')

// The compile cache of Node.js halves the time of the next start. The cache is stored in node_modules, because another user could plant
// code in its default location, the system's temporary folder. Modules imported before this line are not cached.
nodeModule.enableCompileCache(join(ROOT, 'node_modules/.cache/compiled'))
const [{ runServer }, { createBuiltProject }, { SITE_ENVIRONMENT_DEFAULTS }] = await Promise.all([
  import('@site/backend/run-server'),
  import('./project.ts'),
  import('./site-settings.ts'),
])
await runServer({ ...SITE_ENVIRONMENT_DEFAULTS, ...process.env }, createBuiltProject(join(ROOT, 'website/dist')))
nodeModule.flushCompileCache()
