import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runQuietly } from './quiet-program.mjs'
import { Refusal, refusalFrom } from './refusal.mjs'

/** Without a network npm waits 70 seconds until it says so. Here it tries again after one, two and four; whoever set these keeps theirs. */
const RETRIES = {
  npm_config_fetch_retries: '3',
  npm_config_fetch_retry_factor: '2',
  npm_config_fetch_retry_mintimeout: '1000',
}

/**
 * Runs npm under the Node that came with it (Debian's npm only finds its parts there), in `folder`. Answers what it
 * printed; throws a refusal that begins with `what` when it fails.
 *
 * What npm remembers of a package is taken without asking the registry whether there is news of it, which halves npm's work: the
 * lockfile says which version is meant and what is in it. A version younger than npm's memory is asked for.
 */
export async function npm(folder, args, what) {
  const flags = ['--no-audit', '--no-fund', '--no-update-notifier']
  const options = { cwd: folder, env: { ...RETRIES, ...withoutOuterNpm(process.env) } }
  const run = (freshness) => runQuietly(process.execPath, [npmProgram(), ...args, ...flags, freshness], options)
  let { code, output } = await run('--prefer-offline')
  if (code !== 0 && /ETARGET/.test(output)) ({ code, output } = await run('--prefer-online'))
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
