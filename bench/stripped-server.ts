// Runs our server with a copy of the built pages without their scripts, and with a bare page for each of them below /bare. The copy is in
// DATA_DIR. Started by `startScriptlessServer`.
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { runServer } from '../packages/backend/src/run-server.ts'
import { createBuiltProject } from '../server/src/project.ts'
import { SITE_ENVIRONMENT_DEFAULTS } from '../server/src/site-settings.ts'
import { BARE_PICTURE, renderBarePage } from './bare-page.ts'

const folder = join(process.env['DATA_DIR'] ?? '', 'pages')
await cp(join(import.meta.dirname, '../website/dist'), folder, { recursive: true })
const pictures = join(folder, 'pictures')
await cp(join(pictures, BARE_PICTURE), join(folder, 'client/assets', BARE_PICTURE))
for (const name of await readdir(join(folder, 'client'), { recursive: true })) {
  if (!name.endsWith('.html')) continue
  const file = join(folder, 'client', name)
  const page = await readFile(file, 'utf8')
  const stripped = page.replace(/<script>(?:(?!<\/script>).)*?;pressed=.*?<\/script>/s, '')
  if (stripped === page) throw new Error(`${name} has no script that loads the first script files.`)
  await writeFile(file, stripped)
  const bare = join(folder, 'client/bare', name)
  await mkdir(dirname(bare), { recursive: true })
  await writeFile(bare, renderBarePage(page))
  // The precompressed files still contain the scripts. After they are deleted, the server compresses the changed page itself.
  await Promise.all([rm(`${file}.br`, { force: true }), rm(`${file}.gz`, { force: true })])
}
await runServer({ ...SITE_ENVIRONMENT_DEFAULTS, ...process.env }, createBuiltProject(folder))
