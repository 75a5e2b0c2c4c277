import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { SETUP_FOLDER } from './paths.mjs'
import { identifyProcess, isProcessRunning, killProcessGroup } from './processes.mjs'

const LOCK = /^lock-(\d+)$/
const POLL_MS = 100
const WRITTEN_WITHIN_MS = 5_000

/**
 * Runs `operation` while holding the lock of the set-up folder. Prints a message when it has to wait for another process. First kills the
 * programs that a killed set-up left running.
 *
 * A lock file contains the id of its holder; a released lock contains none. A lock file is never reused: the next holder creates the file
 * with the next number exclusively (O_EXCL), and a process whose file is not the last one any more has lost the race.
 */
export async function withSetupLock(operation, { folder = SETUP_FOLDER, log = console.error } = {}) {
  mkdirSync(folder, { recursive: true })
  const file = await acquireLock(folder, log)
  try {
    await killOrphans(folder)
    return await operation()
  } finally {
    releaseLock(file)
  }
}

function releaseLock(file) {
  try {
    writeFileSync(file, '{}')
  } catch {
    // The lock file cannot be changed because the disk is full. Other processes treat the lock as released after this process has
    // ended, because its holder no longer runs.
  }
}

/**
 * Records a running program, so that the next set-up can kill the program if this process is killed. Returns a function that removes
 * the record.
 */
export function recordRunningProgram(pid, folder = SETUP_FOLDER) {
  const notes = join(folder, 'running')
  const note = join(notes, String(pid))
  mkdirSync(notes, { recursive: true })
  writeFileSync(note, JSON.stringify(identifyProcess(pid)))
  return () => rmSync(note, { force: true })
}

async function acquireLock(folder, log) {
  for (let isLogged = false; ; ) {
    const last = lastLock(folder)
    if (last.holder && isProcessRunning(last.holder)) {
      if (!isLogged) log(`Another command (process ${last.holder.pid}) is setting up this folder; waiting for it.`)
      isLogged = true
      await pause(POLL_MS)
    } else if (last.isBeingWritten) {
      await pause(POLL_MS)
    } else {
      const file = makeLock(folder, last.number + 1)
      if (file) return file
    }
  }
}

function makeLock(folder, number) {
  const file = join(folder, `lock-${number}`)
  try {
    writeFileSync(file, JSON.stringify(identifyProcess(process.pid)), { flag: 'wx' })
  } catch (error) {
    if (error.code === 'EEXIST') return null
    throw error
  }
  if (lastLock(folder).number > number) {
    rmSync(file, { force: true })
    return null
  }
  for (const earlier of lockNumbers(folder)) {
    if (earlier < number) rmSync(join(folder, `lock-${earlier}`), { force: true })
  }
  return file
}

function lastLock(folder) {
  const number = Math.max(0, ...lockNumbers(folder))
  if (number === 0) return { number, holder: null }
  const file = join(folder, `lock-${number}`)
  try {
    const note = parsed(readFileSync(file, 'utf8'))
    const isBeingWritten = note === null && Date.now() - statSync(file).mtimeMs < WRITTEN_WITHIN_MS
    return { number, holder: note?.pid ? note : null, isBeingWritten }
  } catch (error) {
    if (error.code === 'ENOENT') return lastLock(folder) // a later holder of the lock deleted the file
    throw error
  }
}

function lockNumbers(folder) {
  return readdirSync(folder)
    .flatMap((name) => LOCK.exec(name)?.[1] ?? [])
    .map(Number)
}

async function killOrphans(folder) {
  const notes = join(folder, 'running')
  mkdirSync(notes, { recursive: true })
  for (const name of readdirSync(notes)) {
    const program = parsed(readFileSync(join(notes, name), 'utf8'))
    while (program && isProcessRunning(program)) {
      killProcessGroup(program.pid)
      await pause(POLL_MS)
    }
    rmSync(join(notes, name))
  }
}

/**
 * Parses a lock file or a program's record. Returns null for a truncated file: a program whose record is truncated ends by itself
 * when its parent dies.
 */
function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
