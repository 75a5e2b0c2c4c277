import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { SETUP } from './places.mjs'
import { endGroup, identify, isAlive } from './processes.mjs'

const LOCK = /^lock-(\d+)$/
const POLL_MS = 100
const WRITTEN_WITHIN_MS = 5_000

/**
 * Runs `work` while no other process sets up the same folder; waits for one that does, and says so. What a setup that was killed
 * left running is ended first.
 *
 * A lock file names its holder, and a lock that was given back names nobody. A lock is never renewed: the next holder makes the file
 * with the next number, which only one process can, and a process whose file is no longer the last has come too late.
 */
export async function withSetupLock(work, { folder = SETUP, say = console.error } = {}) {
  mkdirSync(folder, { recursive: true })
  const file = await takeLock(folder, say)
  try {
    await endLeftPrograms(folder)
    return await work()
  } finally {
    giveBack(file)
  }
}

function giveBack(file) {
  try {
    writeFileSync(file, '{}')
  } catch {
    // On a full disk the lock is free as soon as this process has ended.
  }
}

/** Writes down a program that a setup runs, for a next setup that finds this one killed. Answers how to take the note back. */
export function noteProgram(pid, folder = SETUP) {
  const notes = join(folder, 'running')
  const note = join(notes, String(pid))
  mkdirSync(notes, { recursive: true })
  writeFileSync(note, JSON.stringify(identify(pid)))
  return () => rmSync(note, { force: true })
}

async function takeLock(folder, say) {
  for (let isTold = false; ; ) {
    const last = lastLock(folder)
    if (last.holder && isAlive(last.holder)) {
      if (!isTold) say(`Another command (process ${last.holder.pid}) is setting up this folder; waiting for it.`)
      isTold = true
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
    writeFileSync(file, JSON.stringify(identify(process.pid)), { flag: 'wx' })
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
    if (error.code === 'ENOENT') return lastLock(folder) // a later holder took it away
    throw error
  }
}

function lockNumbers(folder) {
  return readdirSync(folder)
    .flatMap((name) => LOCK.exec(name)?.[1] ?? [])
    .map(Number)
}

async function endLeftPrograms(folder) {
  const notes = join(folder, 'running')
  mkdirSync(notes, { recursive: true })
  for (const name of readdirSync(notes)) {
    const program = parsed(readFileSync(join(notes, name), 'utf8'))
    while (program && isAlive(program)) {
      endGroup(program.pid)
      await pause(POLL_MS)
    }
    rmSync(join(notes, name))
  }
}

/** What a lock or note says; null where it was cut off. A program without a note ends with its setup (end-with-setup.mjs). */
function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
