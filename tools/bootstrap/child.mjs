import { spawn } from 'node:child_process'
import { delimiter, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from './paths.mjs'

const END_WITH_PARENT = pathToFileURL(join(ROOT, 'tools/bootstrap/end-with-parent.mjs')).href
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Replaces this process by a program of the project. Where that is not possible (Windows, Node before 22.15), starts the program, forwards
 * SIGINT, SIGTERM and SIGHUP to it, and exits with its exit code or signal.
 */
export async function runProgram(node, program, args) {
  const env = createProgramEnvironment(node)
  const command = [join(ROOT, program), ...args]
  if (process.execve && process.platform !== 'win32') process.execve(node, [node, ...command], env)
  const child = spawn(node, ['--import', END_WITH_PARENT, ...command], {
    env,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal))
  const { code, signal } = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })
  for (const name of SIGNALS) process.removeAllListeners(name)
  if (signal) process.kill(process.pid, signal)
  else process.exitCode = code
}

/** Returns the environment variables for a program of the project: `node` is first in PATH, and Node's compile cache is enabled. */
export function createProgramEnvironment(node) {
  const programs = [dirname(node), join(ROOT, 'website/node_modules/.bin'), join(ROOT, 'node_modules/.bin')]
  const path = [...programs, process.env.PATH].filter(Boolean).join(delimiter)
  return { ...process.env, PATH: path, NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/compiled') }
}
