import { type ChildProcess, spawn } from 'node:child_process'
import { ROOT } from '../root.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

const running = new Set<ChildProcess>()

/**
 * Runs a program in the project's folder (or in `cwd`) with inherited output, and returns its exit code. While the program runs,
 * SIGINT, SIGTERM and SIGHUP stop the program instead of this process, so that the program does not outlive the command that started
 * it.
 */
export async function runProgram(
  program: string,
  args: string[],
  env: Record<string, string> = {},
  cwd = ROOT,
): Promise<number> {
  const child = spawn(program, args, { cwd, env: { ...process.env, ...env }, stdio: 'inherit' })
  if (running.size === 0) for (const signal of SIGNALS) process.on(signal, stopPrograms)
  running.add(child)
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', (code) => resolve(code ?? 1))
    })
  } finally {
    running.delete(child)
    if (running.size === 0) for (const signal of SIGNALS) process.off(signal, stopPrograms)
  }
}

/** Sends SIGTERM to all programs that `runProgram` is running. */
function stopPrograms(): void {
  for (const child of running) child.kill('SIGTERM')
}
