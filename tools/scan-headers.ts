// Looks at a running server from outside, as a stranger would: `npm run scan-headers -- https://your.domain`.
// Prints one line a finding and ends with 1 when there is one; works on any host, also one we do not run ourselves.
import { findingsAt } from './scan/findings.ts'

const [address = 'http://localhost:3000'] = process.argv.slice(2)
const site = URL.parse(address)
if (site === null) {
  console.error('Give the address of the site, such as https://your.domain.')
  process.exit(1)
}
if ((await fetch(site.origin, { redirect: 'manual' }).catch(() => null)) === null) {
  console.error(`Nothing answers at ${site.origin}.`)
  process.exit(1)
}
const { asked, findings } = await findingsAt(site.origin)
for (const finding of findings) console.log(`✗ ${finding}`)
console.log(`${asked} answers of ${site.origin} looked at, ${findings.length} findings.`)
process.exitCode = findings.length === 0 ? 0 : 1
