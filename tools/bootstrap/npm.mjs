import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runProgramQuietly } from './quiet-program.mjs'
import { createProgramError, UserFacingError } from './user-facing-error.mjs'

/**
 * npm settings for retries. Without a network, npm's default retries take 70 seconds; with these settings, it retries after 1, 2 and
 * 4 seconds. The user's own settings take precedence.
 */
const RETRIES = {
  npm_config_fetch_retries: '3',
  npm_config_fetch_retry_factor: '2',
  npm_config_fetch_retry_mintimeout: '1000',
}

/**
 * Runs npm in `folder` with the running Node (Debian's npm finds its modules only with Debian's Node) and returns its output. When npm
 * fails, throws a UserFacingError whose message begins with `what`.
 *
 * Uses npm's cached package metadata without revalidation, which halves the time and is safe because the lockfile pins every version and
 * its hash. Retries with revalidation when the cache does not contain a version yet (ETARGET).
 */
export async function runNpm(folder, args, what) {
  const flags = ['--no-audit', '--no-fund', '--no-update-notifier']
  const options = { cwd: folder, env: { ...RETRIES, ...withoutOuterNpm(process.env) } }
  const run = (freshness) => runProgramQuietly(process.execPath, [npmProgram(), ...args, ...flags, freshness], options)
  let { code, output } = await run('--prefer-offline')
  if (code !== 0 && /ETARGET/.test(output)) ({ code, output } = await run('--prefer-online'))
  // npm 11 only warns of files that it could not unpack, for example because the disk is full.
  if (code !== 0 || output.includes('TAR_ENTRY_ERROR')) throw createProgramError(what, output)
  return output
}

/**
 * Returns the path of npm-cli.js: from `npm_execpath` when npm started this process, otherwise beside Node, otherwise in Debian's
 * location.
 */
function npmProgram() {
  const bin = dirname(process.execPath)
  const candidates = [
    process.env.npm_execpath,
    join(bin, '../lib/node_modules/npm/bin/npm-cli.js'),
    join(bin, 'node_modules/npm/bin/npm-cli.js'),
    '/usr/share/nodejs/npm/bin/npm-cli.js',
  ]
  const found = candidates.find((file) => file?.endsWith('npm-cli.js') && existsSync(file))
  if (!found) throw new UserFacingError(`npm was not found beside ${process.execPath}; install npm and run this again.`)
  return found
}

/** Removes the environment variables that an outer npm has set, such as its project folder, which would redirect the inner npm. */
function withoutOuterNpm(env) {
  const isNote = /^npm_(package|lifecycle|config_(local_prefix|prefix|workspace|include_workspace_root|omit|include))/
  return Object.fromEntries(Object.entries(env).filter(([name]) => !isNote.test(name)))
}
