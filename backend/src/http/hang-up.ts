import type { Duplex } from 'node:stream'

/** How long a client gets to read the last answer on its connection and to close it. */
const LINGER_MS = 2_000

/**
 * Sends the last bytes of a connection and closes it for certain. To end the socket alone would leave it half open for as long as the
 * client likes, and to destroy it at once would reset it before the answer is read (RFC 9112, section 9.6). What the client still sends
 * is read and dropped.
 */
export function hangUp(connection: Duplex, lastBytes: string): void {
  if (!connection.writable) {
    connection.destroy()
    return
  }
  const deadline = setTimeout(() => connection.destroy(), LINGER_MS)
  connection.once('close', () => clearTimeout(deadline))
  connection.once('end', () => connection.destroy())
  connection.end(lastBytes)
  connection.resume()
}
