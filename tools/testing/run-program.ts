import { type ChildProcess, spawn } from 'node:child_process'
import { ROOT } from '../root.ts'

const running = new Set<ChildProcess>()

/** Runs a program of the project's packages in the project's folder, or another, its output where ours goes. Answers its exit code. */
export async function runProgram(
  program: string,
  args: string[],
  env: Record<string, string> = {},
  cwd = ROOT,
): Promise<number> {
  const child = spawn(program, args, { cwd, env: { ...process.env, ...env }, stdio: 'inherit' })
  running.add(child)
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', (code) => resolve(code ?? 1))
    })
  } finally {
    running.delete(child)
  }
}

/** Asks whatever still runs to stop. */
export function stopPrograms(): void {
  for (const child of running) child.kill('SIGTERM')
}
