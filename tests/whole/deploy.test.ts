import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const told = new Set([...read('docs/environment.md').matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name ?? ''))

test('whatever runs the server says which proxy it trusts', () => {
  expect(globSync('deploy/*', { cwd: root }).length).toBeGreaterThan(4)
  for (const file of ['deploy/compose.yaml', 'deploy/site.service', 'deploy/Caddyfile', 'deploy/nginx.conf']) {
    expect(read(file), file).toContain('TRUSTED_PROXIES')
  }
})

test('behind the containers’ Caddy a visitor counts by the address they have, IPv6 too: it is on the machine’s own network', () => {
  const compose = read('deploy/compose.yaml')
  const [, gateway] = /gateway: ([\d.]+)/.exec(compose) ?? []
  expect(compose).toContain(`TRUSTED_PROXIES: ${gateway}\n`)
  expect(compose.slice(compose.indexOf('caddy:'))).toContain('network_mode: host')
  expect(compose, 'nobody gets to the site but through Caddy').toMatch(/ports: \["127\.0\.0\.1:/)
})

test('every variable that is set there is one the server knows', () => {
  const text = ['deploy/compose.yaml', 'deploy/site.service', 'deploy/Containerfile'].map(read).join('\n')
  const set = [...text.matchAll(/\b([A-Z]{2,}(?:_[A-Z]+)+|PORT|HOST)(?:=|: )/g)].map(([, name]) => name ?? '')
  const ofOthers = ['NODE_ENV', 'SITE_DOMAIN', 'CADDY_ADMIN']
  expect(set.length).toBeGreaterThan(8)
  expect(set.filter((name) => !told.has(name) && !ofOthers.includes(name))).toEqual([])
})

test('what the image copies is there, and starts the server', () => {
  const image = read('deploy/Containerfile')
  const copied = [...image.matchAll(/COPY --from=build \/site\/(\S+)/g)].map(([, path]) => path ?? '')
  expect(copied.length).toBeGreaterThan(4)
  expect(copied.filter((path) => !existsSync(join(root, path)))).toEqual([])
  expect(image).toContain('USER node')
  for (const file of ['deploy/Containerfile', 'deploy/site.service'])
    expect(read(file)).toMatch(/backend\/dist\/main\.js/)
  expect(image, 'the health check asks where the server listens').toContain('HEALTHCHECK')
  expect(image).toContain("'http://127.0.0.1:' + process.env.PORT + '/health'")
})
