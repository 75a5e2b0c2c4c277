// Preloaded (`node --import`) into a server under test. Prints `UNGUARDED <class> <stack>` for every open socket, stream, child process or
// other event emitter without an `error` listener, because its next error would crash the process. Checks two turns of the event loop after
// the emitter was created or lost its last listener.
import { EventEmitter } from 'node:events'

/** Event emitter classes that need no `error` listener, each with the reason. */
const EXEMPT = {
  FileHandle: 'rejects the promises of its methods; emits only `close`',
  IncomingMessage: 'emits `error` only when there is a listener',
  Agent: 'a pool; errors go to the requests and sockets in it',
  SyncWriteStream: 'standard output that is a file; throws instead',
  HeaderParser: 'a part of the form parser, which emits `error` itself',
  Query: 'of pg; hands its error to the callback of its promise',
  WebSocketServer: 'has no server of its own (`noServer`), whose errors it would repeat',
}

/**
 * Event emitter classes that need an `error` listener only when they are connected, each with a function that returns whether that
 * is still to come. Such emitters are checked repeatedly.
 */
const NOT_YET_IN_USE = {
  Socket: (socket) => socket.pending && !socket.connecting,
  Connection: (connection) => !connection._connecting, // the class `Connection` of the package pg
  Client: (client) => !client._connected, // the class `Client` of pg; until it is connected, errors go to the callback of `connect`
}
const AGAIN_MS = 100

const { init } = EventEmitter
const { removeListener, removeAllListeners } = EventEmitter.prototype
const madeAt = new WeakMap()
const reported = new Set()

EventEmitter.init = function initAndWatch(options) {
  init.call(this, options)
  madeAt.set(this, new Error('made').stack)
  checkSoon(this)
}
EventEmitter.prototype.removeListener = removeAndWatch
EventEmitter.prototype.off = removeAndWatch
EventEmitter.prototype.removeAllListeners = function removeAllAndWatch(...types) {
  removeAllListeners.apply(this, types)
  checkSoon(this)
  return this
}

function removeAndWatch(type, listener) {
  removeListener.call(this, type, listener)
  if (type === 'error') checkSoon(this)
  return this
}

function checkSoon(emitter) {
  setImmediate(() => setImmediate(() => check(emitter)))
}

function check(emitter) {
  if (emitter.listenerCount('error') > 0 || emitter.destroyed || emitter.closed) return
  const name = emitter.constructor?.name ?? 'nameless'
  const made = String(madeAt.get(emitter))
  if (name in EXEMPT || made.includes('node:internal/cluster')) return
  if (NOT_YET_IN_USE[name]?.(emitter)) {
    setTimeout(check, AGAIN_MS, emitter).unref()
    return
  }
  const line = `UNGUARDED ${name} ${made.split('\n').slice(2, 10).join(' <')}`
  if (reported.has(line)) return
  reported.add(line)
  process.stderr.write(`${line}\n`)
}
