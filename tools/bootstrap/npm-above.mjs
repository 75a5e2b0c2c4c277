import { readFileSync } from 'node:fs'

const CHECK_MS = 100

/**
 * Sends this process a SIGTERM when the npm that started it is gone without having said so (killed, crashed). Where no npm
 * did, nothing is watched: a program put into the background outlives its terminal, as it should.
 */
export function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return
  const before = lineage()
  const timer = setInterval(() => {
    if (lineage() === before) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, CHECK_MS).unref()
}

/** Who started us, up to npm. Between the two there may be the shell that npm runs scripts with. */
function lineage() {
  const parent = process.ppid
  try {
    const shell = /^(sh|dash|ash|bash)$/.test(readFileSync(`/proc/${parent}/comm`, 'utf8').trim())
    if (!shell) return String(parent)
    return `${parent} ${readFileSync(`/proc/${parent}/status`, 'utf8').match(/^PPid:\s*(\d+)/m)?.[1]}`
  } catch {
    return String(parent) // no /proc: elsewhere the shell makes way for the script, so npm is the parent
  }
}
