import { readFileSync } from 'node:fs'

const CHECK_MS = 100

/**
 * Sends SIGTERM to this process when the npm process that started it has died without forwarding a signal (killed or crashed). Does
 * nothing when npm did not start this process, so that a background process can outlive its terminal.
 */
export function terminateWhenNpmDies() {
  if (!process.env.npm_lifecycle_event) return
  const before = lineage()
  const timer = setInterval(() => {
    if (lineage() === before) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, CHECK_MS).unref()
}

/** Returns the ids of the ancestor processes up to npm, as one string. npm may run this script through a shell. */
function lineage() {
  const parent = process.ppid
  try {
    const shell = /^(sh|dash|ash|bash)$/.test(readFileSync(`/proc/${parent}/comm`, 'utf8').trim())
    if (!shell) return String(parent)
    return `${parent} ${readFileSync(`/proc/${parent}/status`, 'utf8').match(/^PPid:\s*(\d+)/m)?.[1]}`
  } catch {
    return String(parent) // no /proc: on these systems the shell execs the script, so npm is the parent
  }
}
