// `npm run prepare-supabase -- [folder]`: writes a folder `supabase` for deployment to Supabase and prints the commands that deploy
// it. The folder contains the migrations and each edge function, bundled into one file without remote imports. Fails when a `supabase`
// folder exists that this program did not write.
import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { bundleEdgeFunctions, listEdgeFunctionNames } from './supabase/bundle-functions.ts'

const root = join(import.meta.dirname, '..')
const target = resolve(process.argv[2] ?? join(root, 'dist/supabase'))
const folder = join(target, 'supabase')

const MARK = '# Made by tools/prepare-supabase.ts, and made anew each time.\n'
const settings = join(folder, 'config.toml')

if (existsSync(folder) && !(await readFile(settings, 'utf8').catch(() => '')).startsWith(MARK)) {
  console.error(`${folder} was not written by this program and would be replaced. Name another one.`)
  process.exit(1)
}
await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
await writeFile(settings, MARK + bundledConfig(await readFile(join(root, 'supabase/config.toml'), 'utf8')))
await cp(join(root, 'supabase/migrations'), join(folder, 'migrations'), { recursive: true })
await cp(join(root, 'supabase/seed.sql'), join(folder, 'seed.sql'))
await bundleEdgeFunctions(join(folder, 'functions'))

console.log(`Ready in ${relative(process.cwd(), target) || '.'}:

  cd ${target}
  supabase link --project-ref <ref>
  supabase db push
  supabase functions deploy ${listEdgeFunctionNames().join(' ')}

then the secrets, the schedule, the check and the site as docs/deploy.md describes.`)

/** Returns the content of config.toml with the import map of each edge function replaced by the path of its bundle. */
function bundledConfig(config: string): string {
  return config.replace(/^\[functions\.([\w-]+)\]$([^[]*)/gm, (_section, name: string, settings: string) => {
    const own = settings.replace(/^import_map = .*\n/m, '')
    return `[functions.${name}]${own.trimEnd()}\nentrypoint = "./functions/${name}/index.js"\n\n`
  })
}
