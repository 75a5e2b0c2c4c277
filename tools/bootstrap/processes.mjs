import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** What tells a process from every other, also from a later one that the system gives the same number. */
export function identify(pid) {
  return { pid, born: birthOf(pid) }
}

/** Whether exactly that process still runs. */
export function isAlive({ pid, born }) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (error.code !== 'EPERM') return false // EPERM: it runs, and belongs to another user
  }
  return birthOf(pid) === born
}

/** Ends a process and all that it started in its group, at once: npm does not get to roll back what the next start makes anew. */
export function endGroup(pid) {
  for (const target of [-pid, pid]) {
    try {
      process.kill(target, 'SIGKILL')
      return
    } catch {
      // No such group (Windows has none), or it has ended.
    }
  }
}

/** When it started, in the system's own words; null where that is unknown, and 'ended' for one that only waits to be reaped. */
function birthOf(pid) {
  if (process.platform === 'win32') return null
  try {
    if (process.platform !== 'linux') {
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
    }
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ') // the name before may hold spaces
    return fields[0] === 'Z' ? 'ended' : fields[19]
  } catch {
    return null
  }
}
