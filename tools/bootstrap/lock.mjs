import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from './paths.mjs'

const NAME = `set-up-${createHash('sha256').update(ROOT).digest('hex').slice(0, 24)}`

/** Node 20.8 and later know Linux's abstract sockets, whose name is no file. */
const isFile =
  process.platform !== 'win32' && (process.platform !== 'linux' || /^20\.[0-7]\./.test(process.versions.node))

/** The address of the lock: the name of a file, of a pipe (Windows) or of an abstract socket (Linux). */
const ADDRESS = isFile ? join(tmpdir(), NAME) : `${process.platform === 'win32' ? '\\\\.\\pipe\\' : '\0'}${NAME}`

/**
 * Runs `operation` while holding the lock of this folder: its holder listens at the address, which the system frees when the holder ends in
 * any way. Prints a message when it has to wait for another process.
 */
export async function withSetupLock(operation) {
  const waiting = new Set()
  const server = createServer((socket) => {
    waiting.add(socket)
    socket.on('error', () => {}).write(`${process.pid}`)
  })
  for (let isPrinted = false; !(await isListening(server)); isPrinted = true) await untilReleased(isPrinted)
  try {
    return await operation()
  } finally {
    server.close()
    for (const socket of waiting) socket.destroy()
  }
}

/** Listens at the address. Returns false when another process does. */
async function isListening(server) {
  server.listen(ADDRESS)
  try {
    await once(server, 'listening')
    return true
  } catch (error) {
    if (error.code === 'EADDRINUSE') return false
    throw error
  }
}

/** Resolves when the holder of the lock closes the connection, or ends. */
function untilReleased(isPrinted) {
  return new Promise((resolve) => {
    const socket = connect(ADDRESS)
    socket.on('data', (pid) => {
      if (!isPrinted) console.error(`Another command (process ${pid}) is setting up this folder; waiting for it.`)
    })
    socket.on('error', ({ code }) => {
      // A killed holder leaves its file behind.
      if (code === 'ECONNREFUSED' && isFile) rmSync(ADDRESS, { force: true })
    })
    socket.on('close', resolve)
  })
}
