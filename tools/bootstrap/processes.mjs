import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Returns an identity of a process: its id and its start time, because the system reuses process ids. */
export function identifyProcess(pid) {
  return { pid, startTime: startTimeOf(pid) }
}

/** Returns whether the process with this id and start time is still running. */
export function isProcessRunning({ pid, startTime }) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (error.code !== 'EPERM') return false // EPERM: the process is running, but belongs to another user
  }
  return startTimeOf(pid) === startTime
}

/** Sends SIGKILL to a process group. SIGTERM would let npm roll back files while the next set-up is already writing them. */
export function killProcessGroup(pid) {
  for (const target of [-pid, pid]) {
    try {
      process.kill(target, 'SIGKILL')
      return
    } catch {
      // The process group does not exist (Windows has none) or has ended.
    }
  }
}

/** Returns the start time of a process in the system's format, null when it is unknown, and 'ended' for a zombie process. */
function startTimeOf(pid) {
  if (process.platform === 'win32') return null
  try {
    if (process.platform !== 'linux') {
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
    }
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ') // skips the process name, which may contain spaces
    return fields[0] === 'Z' ? 'ended' : fields[19]
  } catch {
    return null
  }
}
