import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ROOT } from '../../tools/root.ts'
import type { SelfSignedCertificate } from '../support/self-signed-certificate.ts'
import { requireDebianProgram, startLongRunningProgram } from './programs.ts'

const UP_WITHIN_MS = 20_000

/** Parameters for starting a reverse proxy: its working folder, ports and certificate, and the port of the server behind it. */
export type ProxySetup = {
  folder: string
  httpPort: number
  httpsPort: number
  upstreamPort: number
  certificate: SelfSignedCertificate
  /** Returns the main configuration file of nginx for a working folder. Default: a small one, with all paths in that folder. */
  distributionFile?: (folder: string) => string
}

/** A running reverse proxy. `said` returns what the proxy has printed so far. */
export type RunningProxy = AsyncDisposable & { said(): string }

/** Functions that start the proxies of docs/deploy.md with the committed configuration. Only ports, domain and certificate are replaced. */
export const PROXY_STARTERS: Readonly<Record<'nginx' | 'Caddy', (setup: ProxySetup) => Promise<RunningProxy>>> = {
  async nginx(setup) {
    const program = requireDebianProgram('/usr/sbin/nginx', 'nginx')
    const { key, cert } = await writeCertificate(setup)
    const site = await replaced('deploy/nginx.conf', [
      ['server 127.0.0.1:3000;', `server 127.0.0.1:${setup.upstreamPort};`],
      ['listen 80;', `listen 127.0.0.1:${setup.httpPort};`],
      ['listen [::]:80;', `listen [::1]:${setup.httpPort};`],
      ['listen 443 ssl', `listen 127.0.0.1:${setup.httpsPort} ssl`],
      ['listen [::]:443 ssl', `listen [::1]:${setup.httpsPort} ssl`],
      ['/etc/letsencrypt/live/your.domain/fullchain.pem', cert],
      ['/etc/letsencrypt/live/your.domain/privkey.pem', key],
      ['server_name your.domain;', 'server_name localhost;'],
      ['server_name your.domain;', 'server_name localhost;'],
    ])
    await writeFile(join(setup.folder, 'site.conf'), site)
    const main = join(setup.folder, 'nginx.conf')
    if (setup.distributionFile !== undefined) {
      await writeFile(main, setup.distributionFile(setup.folder))
      return listening(startLongRunningProgram(program, ['-c', main, '-p', setup.folder, '-g', 'daemon off;']), setup)
    }
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    // Stands in for Debian's /etc/nginx/nginx.conf, which includes a site's configuration from conf.d. All its paths are in the working
    // folder.
    const around = `${process.getuid?.() === 0 ? 'user root;\n' : ''}daemon off;
pid ${setup.folder}/nginx.pid;
error_log stderr;
events { worker_connections 768; }
http {
  access_log off;
${temporary.map((name) => `  ${name}_temp_path ${setup.folder}/${name};`).join('\n')}
  include ${setup.folder}/site.conf;
}
`
    await writeFile(main, around)
    return listening(startLongRunningProgram(program, ['-c', main, '-p', setup.folder]), setup)
  },

  async Caddy(setup) {
    const program = requireDebianProgram('/usr/bin/caddy', 'caddy')
    const { key, cert } = await writeCertificate(setup)
    const ports = `\thttp_port ${setup.httpPort}\n\thttps_port ${setup.httpsPort}\n\tdefault_bind 127.0.0.1\n`
    const domain = '{$SITE_DOMAIN:your.domain} {\n'
    const file = await replaced('deploy/Caddyfile', [
      ['\tadmin ', `${ports}\tadmin `],
      [domain, `${domain}\ttls ${cert} ${key}\n`],
    ])
    await writeFile(join(setup.folder, 'Caddyfile'), file)
    const env = {
      PATH: process.env['PATH'],
      HOME: setup.folder,
      XDG_DATA_HOME: setup.folder,
      XDG_CONFIG_HOME: setup.folder,
      SITE_DOMAIN: 'localhost',
      UPSTREAM: `127.0.0.1:${setup.upstreamPort}`,
      CADDY_ADMIN: `unix/${setup.folder}/admin.sock`,
    }
    const words = ['run', '--adapter', 'caddyfile', '--config', join(setup.folder, 'Caddyfile')]
    return listening(startLongRunningProgram(program, words, { env }), setup)
  },
}

/** Returns the text of a committed file with each given text replaced at its first occurrence. Throws when a given text is missing. */
async function replaced(file: string, changes: readonly (readonly [string, string])[]): Promise<string> {
  let text = await readFile(join(ROOT, file), 'utf8')
  for (const [from, to] of changes) {
    assert(text.includes(from), `${file} does not hold "${from}" any more`)
    text = text.replace(from, () => to)
  }
  return text
}

async function writeCertificate({ folder, certificate }: ProxySetup): Promise<SelfSignedCertificate> {
  const paths = { key: join(folder, 'key.pem'), cert: join(folder, 'certificate.pem') }
  await writeFile(paths.key, certificate.key, { mode: 0o600 })
  await writeFile(paths.cert, certificate.cert)
  return paths
}

async function listening(
  proxy: ReturnType<typeof startLongRunningProgram>,
  { httpsPort }: ProxySetup,
): Promise<RunningProxy> {
  const deadline = Date.now() + UP_WITHIN_MS
  while (!(await accepts(httpsPort))) {
    if (proxy.isRunning() && Date.now() < deadline) await pause(50)
    else {
      await proxy[Symbol.asyncDispose]()
      throw new Error(`The proxy does not listen. Its output:\n${proxy.said()}`)
    }
  }
  return proxy
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
