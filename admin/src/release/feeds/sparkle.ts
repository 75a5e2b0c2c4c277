import type { InstallerPlatform } from '@site/contract/release'
import { getManifestInstaller } from '@site/contract/release-manifest'
import type { FeedFacts } from './feed-facts.ts'
import { getFileUrl, getSigningTime } from './release-facts.ts'

/** The seconds after which Sparkle offers a staged release to the next of its seven groups of devices. */
const PHASE_SECONDS = 86_400

/**
 * Returns an appcast for Sparkle with one item for each of the platforms. Sparkle takes the first item of the newest version that suits the
 * computer, so the item for Apple Silicon comes first and is restricted to it by `hardwareRequirements`. Sparkle before 2.9 ignores that
 * element and would give it to Intel Macs; such apps use the appcast of their own platform.
 */
export function createSparkleFeed(facts: FeedFacts, platforms: readonly InstallerPlatform[]): string {
  const items = platforms.map((platform) => createItem(facts, platform))
  return `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:sparkle="http://www.andymatuschak.org/xml-namespaces/sparkle">
  <channel>
    <title>${escapeXml(facts.product.name)}</title>
${items.join('\n')}
  </channel>
</rss>
`
}

function createItem(facts: FeedFacts, platform: InstallerPlatform): string {
  const { manifest, release, baseUrl } = facts
  const file = getManifestInstaller(manifest, platform)
  const minimum = /(\d+(?:\.\d+){0,2})/.exec(file.minOS ?? '')?.[1]
  const attributes = [
    `url="${escapeXml(getFileUrl(baseUrl, manifest, file))}"`,
    `length="${file.size}"`,
    'type="application/octet-stream"',
    ...(file.ed25519 === undefined ? [] : [`sparkle:edSignature="${file.ed25519}"`]),
  ]
  const lines = [
    `<title>${escapeXml(manifest.version)}</title>`,
    `<pubDate>${getSigningTime(facts).toUTCString()}</pubDate>`,
    `<sparkle:version>${escapeXml(manifest.version)}</sparkle:version>`,
    `<sparkle:shortVersionString>${escapeXml(manifest.version)}</sparkle:shortVersionString>`,
    ...(minimum === undefined ? [] : [`<sparkle:minimumSystemVersion>${minimum}</sparkle:minimumSystemVersion>`]),
    ...(platform === 'macos-silicon' ? ['<sparkle:hardwareRequirements>arm64</sparkle:hardwareRequirements>'] : []),
    ...(release.staged === undefined
      ? []
      : [`<sparkle:phasedRolloutInterval>${PHASE_SECONDS}</sparkle:phasedRolloutInterval>`]),
    ...(release.notes === undefined
      ? []
      : [`<description sparkle:format="plain-text">${escapeXml(release.notes)}</description>`]),
    `<enclosure ${attributes.join(' ')} />`,
  ]
  return ['    <item>', ...lines.map((line) => `      ${line}`), '    </item>'].join('\n')
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Escapes a text for XML 1.0 and drops what XML cannot contain: control characters, lone surrogates and two non-characters. */
function escapeXml(text: string): string {
  return text
    .replace(/(?![\t\n\r])\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu, '')
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}
