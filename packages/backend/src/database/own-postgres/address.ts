import { randomInt } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { PostgresSettingValues } from '../port/database.ts'
import { PASSWORD_FILE_NAME } from './cluster.ts'
import type { PostgresHome } from './home.ts'
import { giveToRunner } from './runner.ts'

/** Where PostgreSQL accepts connections: the connection string for clients, and the settings for PostgreSQL. */
export type PostgresAddress = { url: string; settings: PostgresSettingValues }

const SOCKET_PORT = '5432'
/** The maximum length of a socket's path in bytes (unix(7); on macOS sys/un.h), without the NUL at its end. */
const PATH_MAX = process.platform === 'darwin' ? 103 : 107

/**
 * Chooses where PostgreSQL listens: on a Unix socket in a folder of mode 0700; on Windows, and when the socket's path would be too long, on a
 * random port of the loopback interface, with a password. If another program uses the port, PostgreSQL fails to start and the caller tries
 * again with another port.
 */
export function chooseAddress({ folder, runner }: PostgresHome): PostgresAddress {
  const socket = join(folder, 'socket')
  const isTooLong = Buffer.byteLength(join(socket, `.s.PGSQL.${SOCKET_PORT}`)) > PATH_MAX
  if (process.platform === 'win32' || isTooLong) {
    const port = String(randomInt(49_152, 65_536))
    const password = readFileSync(join(folder, PASSWORD_FILE_NAME), 'utf8').trim()
    return {
      url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
      settings: { port, listen_addresses: '127.0.0.1', unix_socket_directories: '' },
    }
  }
  // Deletes the lock file of a killed PostgreSQL: when another program has its process id by now, PostgreSQL would not start.
  rmSync(socket, { recursive: true, force: true })
  mkdirSync(socket, { mode: 0o700 })
  giveToRunner(socket, runner)
  const quoted = `"${socket.replaceAll('"', '""')}"`
  return {
    url: `postgres://postgres@localhost:${SOCKET_PORT}/postgres?host=${encodeURIComponent(socket)}`,
    settings: { port: SOCKET_PORT, listen_addresses: '', unix_socket_directories: quoted },
  }
}
