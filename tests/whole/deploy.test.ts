import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
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

test('Caddy in compose.yaml uses the host network, so that the server gets the IP address of the client', () => {
  const compose = read('deploy/compose.yaml')
  const [, gateway] = /gateway: ([\d.]+)/.exec(compose) ?? []
  expect(compose).toContain(`TRUSTED_PROXIES: ${gateway}\n`)
  expect(compose.slice(compose.indexOf('caddy:'))).toContain('network_mode: host')
  expect(compose, 'nobody gets to the site but through Caddy').toMatch(/ports: \["127\.0\.0\.1:/)
})

test('every environment variable set in the deployment files is documented', () => {
  const text = ['deploy/compose.yaml', 'deploy/site.service', 'deploy/Containerfile'].map(read).join('\n')
  const set = [...text.matchAll(/\b([A-Z]{2,}(?:_[A-Z]+)+|PORT|HOST)(?:=|: )/g)].map(([, name]) => name ?? '')
  const ofOthers = ['NODE_ENV', 'SITE_DOMAIN', 'CADDY_ADMIN']
  expect(set.length).toBeGreaterThan(8)
  expect(set.filter((name) => !documented.has(name) && !ofOthers.includes(name))).toEqual([])
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

test('scan-headers and check-target print a one-sentence error when the server is unreachable', () => {
  const unreachable = 'http://127.0.0.1:9'
  const env = { SUPABASE_URL: unreachable, SUPABASE_PUBLISHABLE_KEY: 'x', SUPABASE_SECRET_KEY: 'y' }
  const failure = { status: 1, stderr: `Nothing answers at ${unreachable}.\n` }
  expect(tool('scan-headers', [unreachable])).toMatchObject(failure)
  expect(tool('check-target', ['--yes'], env)).toMatchObject(failure)
})

function tool(name: string, args: readonly string[], env: Record<string, string> = {}) {
  const program = join(root, `tools/${name}.ts`)
  return spawnSync(process.execPath, [program, ...args], { encoding: 'utf8', env: { ...process.env, ...env } })
}
