// `npm run dev`: runs the server of development, and runs it anew when a file changes that it was made from. Pages follow
// their files without that (tools/dev-server.ts).
import { join } from 'node:path'
import { followFiles } from './dev/follow-files.ts'
import { ROOT } from './root.ts'

const FOLDERS = ['backend/src', 'contract', 'supabase/functions', 'supabase/migrations', 'website/build']

await followFiles({
  folders: FOLDERS.map((folder) => join(ROOT, folder)),
  program: join(ROOT, 'tools/dev-server.ts'),
  say: console.info,
})
