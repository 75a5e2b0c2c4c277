import { existsSync } from 'node:fs'
import { CHROMIUM_109, startChromium } from './chromium.ts'
import type { Driver, DriverOptions } from './driver.ts'
import { FIREFOX, startFirefox } from './firefox.ts'
import { COG, startWebKit, startWpe, WEBKIT_DRIVER, WPE_DRIVER, XVFB } from './webkit.ts'

/** How to get the one browser that is no Debian package. */
const BY_HAND = 'CHROMIUM_109=PATH with the unpacked bin/chromium.br of npm’s @sparticuz/chromium@109'

type Engine = {
  start(options: DriverOptions): Promise<Driver>
  /** The programs and files that it needs, by the Debian package that has each, or by what to do by hand. */
  needs: Readonly<Record<string, string>>
}

/** The engines whose journeys are walked, besides the Chromium of the browser tests. */
export const ENGINES = {
  firefox: { start: startFirefox, needs: { 'firefox-esr': FIREFOX } },
  webkit: {
    start: startWebKit,
    needs: {
      'webkit2gtk-driver': WEBKIT_DRIVER,
      xvfb: XVFB,
      'python3-gi': '/usr/lib/python3/dist-packages/gi/__init__.py',
      'gir1.2-webkit2-4.1': '/usr/lib/x86_64-linux-gnu/girepository-1.0/WebKit2-4.1.typelib',
    },
  },
  wpe: { start: startWpe, needs: { 'wpewebkit-driver': WPE_DRIVER, cog: COG } },
  chromium109: { start: startChromium, needs: { [BY_HAND]: CHROMIUM_109 } },
} satisfies Record<string, Engine>

export type EngineName = keyof typeof ENGINES

/** The names of all engines. */
export const ENGINE_NAMES: readonly EngineName[] = ['firefox', 'webkit', 'wpe', 'chromium109']

/** The engines in which `npm test` walks the journeys with the tag `@smoke`. */
export const SMOKE_ENGINES: readonly EngineName[] = ['firefox', 'webkit']

/** Returns those of the engines whose packages are installed. */
export function findInstalledEngines(names: readonly EngineName[]): EngineName[] {
  return names.filter((name) => listMissing(name).length === 0)
}

/** Returns what an engine needs and this machine lacks. */
function listMissing(name: EngineName, exists = existsSync): string[] {
  const needs = Object.entries<string>(ENGINES[name].needs)
  return needs.filter(([, path]) => !exists(path)).map(([what]) => what)
}

/** Returns the engines that this machine lacks and the command that installs what they need, or null when it has all. */
export function describeMissingEngines(names: readonly EngineName[], exists?: typeof existsSync): string | null {
  const missing = new Map(names.map((name) => [name, listMissing(name, exists)]))
  const lacking = names.filter((name) => missing.get(name)?.length)
  const packages = [...missing.values()].flat().filter((what) => what !== BY_HAND)
  if (lacking.length === 0) return null
  const install = packages.length > 0 ? [`apt-get install ${packages.join(' ')}`] : []
  const byHand = lacking.includes('chromium109') ? [BY_HAND] : []
  return `No journeys in ${lacking.join(', ')}. Missing: ${[...install, ...byHand].join(' and ')}`
}
