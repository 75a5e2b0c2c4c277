import type { Duplex } from 'node:stream'

/** The maximum time, in milliseconds, for a client to read the last response and close the connection. */
const LINGER_MS = 2_000

/**
 * Sends the last bytes on a connection and closes it. If the server only ended the socket, the client could keep the connection half open
 * for any time. Destroying the socket at once would reset the connection before the client reads the response (RFC 9112, section 9.6).
 * Further data of the client is discarded.
 */
export function closeConnection(connection: Duplex, lastBytes: string): void {
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
