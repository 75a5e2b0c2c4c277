// `npm run --silent sbom > sbom.cdx.json`: prints the production dependencies as a CycloneDX 1.6 bill of materials, from the lockfile.
// `npm sbom` cannot be used: it requires a version for every workspace, and ours have none.
import { join } from 'node:path'
import { readLockedPackages } from './packages/lockfile.ts'

const root = join(import.meta.dirname, '..')

const components = readLockedPackages(join(root, 'package-lock.json'))
  .filter(({ isDevelopment }) => !isDevelopment)
  .map(({ name, version, license, integrity }) => {
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
    const [algorithm = '', digest = ''] = integrity.split('-')
    return {
      type: 'library',
      'bom-ref': purl,
      name,
      version,
      purl,
      licenses: [/[ (]/.test(license) ? { expression: license } : { license: { id: license } }],
      hashes: [{ alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(digest, 'base64').toString('hex') }],
    }
  })

const bom = {
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  metadata: { component: { type: 'application', 'bom-ref': 'site', name: 'site' } },
  components: [{ type: 'platform', 'bom-ref': 'node', name: 'node', version: process.versions.node }, ...components],
}
console.log(JSON.stringify(bom, null, 2))
