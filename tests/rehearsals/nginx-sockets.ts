import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { ROOT } from '../../tools/root.ts'
import { findFreePort } from '../support/free-port.ts'
import { createSelfSignedCertificate } from '../support/self-signed-certificate.ts'
import { bindSocketForServer } from '../support/socket-activation.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { requestOverTls } from './https-requests.ts'
import { requireDebianProgram } from './programs.ts'
import { PROXY_STARTERS } from './proxy-programs.ts'
import type { Rehearsal } from './rehearsal.ts'

const SOCKETS = 1_000
const PAGES = 100
const KEY = 'sb_publishable_rehearsal'
const DISTRIBUTION_FILE = '/etc/nginx/nginx.conf'

/**
 * System test of nginx with the distribution's own main file: first as it is, then changed by the command of docs/deploy.md, with which every
 * socket opens and every page is served.
 */
export const nginxSocketsRehearsal: Rehearsal = {
  shows: `nginx with the distribution's own nginx.conf and the command of docs/deploy.md holds ${SOCKETS} WebSockets and serves every page`,
  async run(say) {
    requireDebianProgram('/usr/sbin/nginx', 'nginx')
    const stock = readFileSync(DISTRIBUTION_FILE, 'utf8')
    const [, change] =
      /^sed -i '(.*)' \/etc\/nginx\/nginx\.conf$/m.exec(readFileSync(join(ROOT, 'docs/deploy.md'), 'utf8')) ?? []
    assert(change, 'docs/deploy.md has no sed command for nginx.conf')
    const changed = execFileSync('sed', [change], { input: stock, encoding: 'utf8' })
    assert.notEqual(changed, stock)
    const certificate = await createSelfSignedCertificate('localhost')
    setDefaultCACertificates([...getCACertificates('default'), certificate.cert])
    say(`the file as it is: ${describe(await count(stock, certificate))}`)
    const result = await count(changed, certificate)
    say(`with the command of docs/deploy.md: ${describe(result)}`)
    assert.deepEqual(result, { sockets: SOCKETS, pages: PAGES })
  },
}

type Counts = { sockets: number; pages: number }

function describe({ sockets, pages }: Counts): string {
  return `${sockets} of ${SOCKETS} WebSockets open, then ${pages} of ${PAGES} pages served`
}

/** Opens all sockets through nginx with a main file, then requests pages. Returns how many succeeded. */
async function count(
  file: string,
  certificate: Awaited<ReturnType<typeof createSelfSignedCertificate>>,
): Promise<Counts> {
  await using folder = await createTemporaryFolder('nginx-')
  await using data = await createTemporaryFolder('data-')
  const [httpPort, httpsPort] = [await findFreePort(), await findFreePort()]
  const origin = `https://localhost:${httpsPort}`
  const environment = {
    DATA_DIR: data.path,
    SITE_URL: origin,
    TRUSTED_PROXIES: '127.0.0.1,::1',
    SUPABASE_PUBLISHABLE_KEY: KEY,
  }
  await using server = await bindSocketForServer(() => environment)
  await server.start()
  await using proxy = await PROXY_STARTERS.nginx({
    folder: folder.path,
    httpPort,
    httpsPort,
    upstreamPort: server.port,
    certificate,
    distributionFile: (at) => inFolder(file, at),
  })
  const sockets: Duplex[] = []
  try {
    for (let index = 0; index < SOCKETS; index += 1) {
      const socket = await openSocket(origin, clientAddress(index))
      if (socket !== null) sockets.push(socket)
    }
    let pages = 0
    for (let index = 0; index < PAGES; index += 1) {
      const answer = await requestOverTls(`${origin}/terms`, { from: clientAddress(index) })
      if (answer.status === 200) pages += 1
    }
    return { sockets: sockets.length, pages }
  } catch (cause) {
    throw new Error(`Output of nginx:\n${proxy.said()}\nOutput of the server:\n${server.log()}`, { cause })
  } finally {
    for (const socket of sockets) socket.destroy()
  }
}

/** Moves the paths of the distribution's file into a folder. The number of worker processes and connections stays. */
function inFolder(file: string, folder: string): string {
  return file
    .replace(/^user .*$/m, process.getuid?.() === 0 ? 'user root;' : '')
    .replaceAll('/run/nginx.pid', `${folder}/nginx.pid`)
    .replaceAll('/var/log/nginx/', `${folder}/`)
    .replace('include /etc/nginx/conf.d/*.conf;', `include ${folder}/site.conf;`)
    .replace(/^.*(sites|modules)-enabled.*$/gm, '')
}

/** Returns a loopback address for a client, so that no limit for one address or for the networks around it applies. */
function clientAddress(index: number): string {
  return `127.${2 + (index % 200)}.${1 + Math.floor(index / 200)}.1`
}

/** Opens a WebSocket of the realtime service; null when the proxy or the server refuses it. */
function openSocket(origin: string, from: string): Promise<Duplex | null> {
  return new Promise((resolve, reject) => {
    const sent = request(`${origin}/realtime/v1/websocket?vsn=1.0.0&apikey=${KEY}`, {
      localAddress: from,
      family: 4,
      agent: false,
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        origin,
        'sec-websocket-version': '13',
        'sec-websocket-key': Buffer.alloc(16, 7).toString('base64'),
      },
    })
    sent.on('upgrade', (_response, socket) => {
      socket.on('error', () => {}) // the socket is destroyed at the end
      resolve(socket)
    })
    sent.on('response', (response) => {
      response.resume()
      resolve(null)
    })
    sent.on('error', (error: NodeJS.ErrnoException) => (error.code === 'ECONNRESET' ? resolve(null) : reject(error)))
    sent.end()
  })
}
