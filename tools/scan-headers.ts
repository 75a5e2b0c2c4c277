// `npm run scan-headers -- https://your.domain`: checks the security headers and the public files of a running site without
// credentials. Prints one line per finding and exits with 1 when there is any finding. It works with any kind of hosting.
import { scanSiteSecurity } from './scan/findings.ts'

const [address = 'http://localhost:3000'] = process.argv.slice(2)
const site = URL.parse(address)
if (site === null) {
  console.error('Give the URL of the site, such as https://your.domain.')
  process.exit(1)
}
if ((await fetch(site.origin, { redirect: 'manual' }).catch(() => null)) === null) {
  console.error(`Nothing answers at ${site.origin}.`)
  process.exit(1)
}
const { requests, findings } = await scanSiteSecurity(site.origin)
for (const finding of findings) console.log(`✗ ${finding}`)
console.log(`${requests} responses of ${site.origin} checked, ${findings.length} findings.`)
process.exitCode = findings.length === 0 ? 0 : 1
