import type { Duplex } from 'node:stream'

/** The time for a client to read the last response and close the connection. */
const LINGER_MS = 2_000

/**
 * Sends the last bytes on a connection and closes it. Only ending the socket would leave it half open for as long as the client likes;
 * destroying it at once would reset it before the client reads the response (RFC 9112, section 9.6). Further data of the client is
 * discarded.
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
