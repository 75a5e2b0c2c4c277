// Loaded first (`node --import`) into a server under test. Prints `UNGUARDED <class> <where it was made>` for every socket, stream,
// child or other emitter that is left without an `error` listener while it is open: its next error would end the process. An
// emitter has until the second turn of the event loop after it was made, or lost its last listener.
import { EventEmitter } from 'node:events'

/** Classes that need none, each with the reason. */
const EXEMPT = {
  FileHandle: 'rejects the promises of its methods; emits only `close`',
  IncomingMessage: 'emits `error` only when something listens; `close` tells the rest',
  Agent: 'a pool; errors go to the requests and sockets in it',
  SyncWriteStream: 'standard output that is a file; throws instead',
  HeaderParser: 'a part of the form parser, which emits `error` itself',
  Query: 'of pg; hands its error to the callback of its promise',
  WebSocketServer: 'has no server of its own (`noServer`), whose errors it would repeat',
}

/** What is made before it is used: it is looked at again until it is in use. */
const NOT_YET_IN_USE = {
  Socket: (socket) => socket.pending && !socket.connecting,
  Connection: (connection) => !connection._connecting, // of pg
  Client: (client) => !client._connected, // of pg; until then an error goes to the callback of `connect`
}
const AGAIN_MS = 100

const { init } = EventEmitter
const { removeListener, removeAllListeners } = EventEmitter.prototype
const madeAt = new WeakMap()
const told = new Set()

EventEmitter.init = function initAndWatch(options) {
  init.call(this, options)
  madeAt.set(this, new Error('made').stack)
  lookSoon(this)
}
EventEmitter.prototype.removeListener = removeAndWatch
EventEmitter.prototype.off = removeAndWatch
EventEmitter.prototype.removeAllListeners = function removeAllAndWatch(...types) {
  removeAllListeners.apply(this, types)
  lookSoon(this)
  return this
}

function removeAndWatch(type, listener) {
  removeListener.call(this, type, listener)
  if (type === 'error') lookSoon(this)
  return this
}

function lookSoon(emitter) {
  setImmediate(() => setImmediate(() => look(emitter)))
}

function look(emitter) {
  if (emitter.listenerCount('error') > 0 || emitter.destroyed || emitter.closed) return
  const name = emitter.constructor?.name ?? 'nameless'
  const made = String(madeAt.get(emitter))
  if (name in EXEMPT || made.includes('node:internal/cluster')) return
  if (NOT_YET_IN_USE[name]?.(emitter)) {
    setTimeout(look, AGAIN_MS, emitter).unref()
    return
  }
  const line = `UNGUARDED ${name} ${made.split('\n').slice(2, 10).join(' <')}`
  if (told.has(line)) return
  told.add(line)
  process.stderr.write(`${line}\n`)
}
