import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

const COMMAND = `
  import { runProgram } from ${JSON.stringify(new URL('run-program.ts', import.meta.url).href)}
  process.exitCode = await runProgram(process.execPath, ['-e', 'console.log(process.pid); setTimeout(() => {}, 600_000)'])`

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'runProgram stops its child process when the parent process receives %s',
  async (signal) => {
    const command = spawn(process.execPath, ['--input-type=module', '-e', COMMAND], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = (await once(command.stdout, 'data')) as [Buffer]
    const program = Number(line.toString())
    command.kill(signal)
    await once(command, 'exit')
    expect(() => process.kill(program, 0)).toThrow('ESRCH')
  },
)
