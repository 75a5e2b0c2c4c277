import { runAdmin } from './run-admin.ts'

// A program that reads our output from a pipe may close the pipe early (`… | head`). EPIPE is then not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})

process.exitCode = await runAdmin(process.argv.slice(2), {
  env: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
})
