import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../../packages/backend/src/config.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const documented = new Set(
  [...read('docs/environment.md').matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name ?? ''),
)

test('every deployment file sets TRUSTED_PROXIES', () => {
  expect(globSync('deploy/*', { cwd: root }).length).toBeGreaterThan(4)
  for (const file of ['deploy/compose.yaml', 'deploy/site.service', 'deploy/Caddyfile', 'deploy/nginx.conf']) {
    expect(read(file), file).toContain('TRUSTED_PROXIES')
  }
})

test('no deployment file redirects to the host name of the request or passes it on', () => {
  for (const file of globSync('deploy/*', { cwd: root }))
    expect(read(file).replace(/^\s*#.*$/gm, ''), file).not.toMatch(
      /\$(?:http_)?host\b|\{(?:http\.request\.)?host(?:port)?\}/,
    )
  expect(read('deploy/nginx.conf')).toContain('return 308 https://$server_name$request_uri;')
})

test('Caddy in compose.yaml uses the host network, so that the server gets the IP address of the client', () => {
  const compose = read('deploy/compose.yaml')
  const [, gateway] = /gateway: ([\d.]+)/.exec(compose) ?? []
  expect(compose).toContain(`TRUSTED_PROXIES: ${gateway}\n`)
  expect(compose.slice(compose.indexOf('caddy:'))).toContain('network_mode: host')
  expect(compose, 'nobody gets to the site but through Caddy').toMatch(/ports: \["127\.0\.0\.1:/)
})

/** Environment variables of other programs that the deployment files name. */
const OF_OTHER_PROGRAMS = ['NODE_ENV', 'SITE_DOMAIN', 'CADDY_ADMIN', 'UPSTREAM']

test('the deployment files and docs/deploy.md name only environment variables that docs/environment.md documents', () => {
  const files = [...globSync('deploy/*', { cwd: root }), 'docs/deploy.md']
  const named = files.flatMap((file) =>
    [...read(file).matchAll(/(?<![\w$.-])([A-Z]{2,}(?:_[A-Z]+)+|PORT|HOST)(?==|: |`|,)/g)].map(([, name = '']) => name),
  )
  expect(new Set(named).size).toBeGreaterThan(15)
  // Supabase's secrets, and the header that its functions read.
  const ofSupabase = ['PRODUCT', 'SOURCE_HEADER', 'VITE_DOWNLOADS_URL']
  expect(named.filter((name) => ![...documented, ...OF_OTHER_PROGRAMS, ...ofSupabase].includes(name))).toEqual([])
})

test('compose.yaml and site.service read all variables of the server from a file, which is neither committed nor in the image', () => {
  expect(read('deploy/compose.yaml')).toMatch(/^ {4}env_file: \[\{ path: \.env, required: false \}\]$/m)
  expect(read('deploy/site.service')).toMatch(/^EnvironmentFile=-\/etc\/site\.env$/m)
  for (const ignored of ['.gitignore', '.dockerignore']) expect(read(ignored), ignored).toMatch(/^(\*\*\/)?\.env$/m)
})

test('the variables that compose.yaml, site.service and the Containerfile set are valid, and include address and data folder', () => {
  const [, block = ''] = /\n {4}environment:\n(( {6}.*\n)+)/.exec(read('deploy/compose.yaml')) ?? []
  const sets = {
    compose: block.replace(/\$\{SITE_DOMAIN:[^}]*\}/, 'your.domain').matchAll(/^ {6}(\w+): (.*)$/gm),
    service: read('deploy/site.service')
      .replace(/^Environment=/gm, ' ')
      .matchAll(/(?<= )([A-Z_]+)=(\S+)/g),
    image: read('deploy/Containerfile')
      .replace(/^(?!ENV ).*$/gm, '')
      .matchAll(/(?<= )([A-Z_]+)=(\S+)/g),
  }
  for (const [name, pairs] of Object.entries(sets)) {
    const variables = Object.fromEntries([...pairs].map(([, key = '', value = '']) => [key, value]))
    expect(Object.keys(variables), name).toEqual(expect.arrayContaining(['HOST', 'PORT', 'DATA_DIR']))
    expect(() => readConfig(variables), name).not.toThrow()
    expect(
      Object.keys(variables).filter((key) => !documented.has(key)),
      name,
    ).toEqual(name === 'compose' ? [] : ['NODE_ENV'])
  }
})

test('every path that the Containerfile copies exists, and the image starts the server and has a health check', () => {
  const image = read('deploy/Containerfile')
  const copied = [...image.matchAll(/COPY --from=build \/site\/(\S+)/g)].map(([, path]) => path ?? '')
  expect(copied.length).toBeGreaterThan(4)
  expect(copied.filter((path) => !existsSync(join(root, path)))).toEqual([])
  expect(image).toContain('USER node')
  for (const file of ['deploy/Containerfile', 'deploy/site.service'])
    expect(read(file)).toMatch(/server\/dist\/main\.js/)
  expect(image, 'the health check asks where the server listens').toContain('HEALTHCHECK')
  expect(image).toContain("'http://127.0.0.1:' + process.env.PORT + '/health'")
})

test('prepare-supabase exits with an error for a folder that it did not create, and keeps its content', async () => {
  await using folder = await createTemporaryFolder('project-')
  await mkdir(join(folder.path, 'supabase/migrations'), { recursive: true })
  expect(tool('prepare-supabase', [folder.path])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('Name another'),
  })
  expect(existsSync(join(folder.path, 'supabase/migrations'))).toBe(true)
})

test('rehearse -- headers and rehearse -- target print a one-sentence error when the server is unreachable', () => {
  const unreachable = 'http://127.0.0.1:9'
  const env = { SUPABASE_PUBLISHABLE_KEY: 'x', SUPABASE_SECRET_KEY: 'y' }
  const failure = { status: 1, stderr: `  Nothing answers at ${unreachable}.\n` }
  for (const part of ['headers', 'target'])
    expect(tool('rehearse', [part, '--at', unreachable], env), part).toMatchObject(failure)
})

function tool(name: string, args: readonly string[], env: Record<string, string> = {}) {
  const program = join(root, `tools/${name}.ts`)
  return spawnSync(process.execPath, [program, ...args], { encoding: 'utf8', env: { ...process.env, ...env } })
}
