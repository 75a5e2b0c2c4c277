import { createElectronFeed } from './electron.ts'
import type { FeedFacts } from './feed-facts.ts'
import { createSparkleFeed } from './sparkle.ts'
import { createTauriFeed } from './tauri.ts'

/** The feed that Tauri's updater reads. */
export const TAURI_FEED_FILE_NAME = 'tauri.json'

const FEEDS: Readonly<Record<string, (facts: FeedFacts) => string>> = {
  'latest.yml': (facts) => createElectronFeed(facts, 'windows'),
  'latest-mac.yml': (facts) => createElectronFeed(facts, 'mac'),
  'appcast.xml': (facts) => createSparkleFeed(facts, ['macos-silicon', 'macos-intel']),
  'appcast-intel.xml': (facts) => createSparkleFeed(facts, ['macos-intel']),
  'appcast-arm64.xml': (facts) => createSparkleFeed(facts, ['macos-silicon']),
  [TAURI_FEED_FILE_NAME]: createTauriFeed,
}

/** The names of all feeds in the folder of a channel. */
export const FEED_FILE_NAMES: readonly string[] = Object.keys(FEEDS)

/** Returns the feeds of a signed release, from which installed apps learn of it. */
export function createFeeds(facts: FeedFacts): { name: string; text: string; contentType: string }[] {
  return Object.entries(FEEDS).map(([name, create]) => ({ name, text: create(facts), contentType: typeOf(name) }))
}

function typeOf(name: string): string {
  if (name.endsWith('.yml')) return 'text/yaml'
  return name.endsWith('.xml') ? 'application/xml' : 'application/json'
}
