import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runQuietly } from './quiet-program.mjs'
import { Refusal, refusalFrom } from './refusal.mjs'

/**
 * Runs npm under the Node that came with it (Debian's npm only finds its parts there), in `folder`. Answers what it
 * printed; throws a refusal that begins with `what` when it fails.
 */
export async function npm(folder, args, what) {
  const flags = ['--no-audit', '--no-fund', '--no-update-notifier']
  const options = { cwd: folder, env: withoutOuterNpm(process.env) }
  const { code, output } = await runQuietly(process.execPath, [npmProgram(), ...args, ...flags], options)
  if (code !== 0) throw refusalFrom(what, output)
  return output
}

/** npm's own program: npm tells where it is when it runs us; else it lies beside Node, or where Debian puts it. */
function npmProgram() {
  const bin = dirname(process.execPath)
  const candidates = [
    process.env.npm_execpath,
    join(bin, '../lib/node_modules/npm/bin/npm-cli.js'),
    join(bin, 'node_modules/npm/bin/npm-cli.js'),
    '/usr/share/nodejs/npm/bin/npm-cli.js',
  ]
  const found = candidates.find((file) => file?.endsWith('npm-cli.js') && existsSync(file))
  if (!found) throw new Refusal(`npm was not found beside ${process.execPath}; install npm and run this again.`)
  return found
}

/** An npm that runs us leaves notes in the environment, its own project folder among them; the inner one must not read them. */
function withoutOuterNpm(env) {
  const isNote = /^npm_(package|lifecycle|config_(local_prefix|prefix|workspace|include_workspace_root|omit|include))/
  return Object.fromEntries(Object.entries(env).filter(([name]) => !isNote.test(name)))
}
