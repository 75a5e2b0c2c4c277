// `npm run dev`: runs the development server and restarts it when one of its source files changes. Vite reloads pages without a restart
// (tools/dev-server.ts).
import { join } from 'node:path'
import { restartOnChange } from './dev/restart-on-change.ts'
import { ROOT } from './root.ts'

const FOLDERS = [
  'packages/backend/src',
  'packages/releases/src',
  'server/src',
  'contract',
  'supabase/functions',
  'supabase/migrations',
  'website/build',
]

await restartOnChange({
  folders: FOLDERS.map((folder) => join(ROOT, folder)),
  program: join(ROOT, 'tools/dev-server.ts'),
  log: console.info,
})
