import { existsSync } from 'node:fs'
import { CHROMIUM_109, startChromium } from './chromium.ts'
import type { Driver, DriverOptions } from './driver.ts'
import { FIREFOX, startFirefox } from './firefox.ts'
import { COG, startWebKit, startWpe, WEBKIT_DRIVER, WPE_DRIVER, XVFB } from './webkit.ts'

type Engine = {
  start(options: DriverOptions): Promise<Driver>
  /** The programs and files that it needs, by what has them: mostly a Debian package. */
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
  chromium109: { start: startChromium, needs: { 'the program in the variable CHROMIUM_109': CHROMIUM_109 } },
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
function listMissing(name: EngineName): string[] {
  const needs = Object.entries(ENGINES[name].needs)
  return needs.filter(([, path]) => !existsSync(path)).map(([what]) => what)
}

/** Returns a sentence with the engines that this machine lacks and what they need, or null when it has all. */
export function describeMissingEngines(names: readonly EngineName[]): string | null {
  const lacking = names.filter((name) => listMissing(name).length > 0)
  if (lacking.length === 0) return null
  return `No journeys in ${lacking.join(', ')}; missing: ${lacking.flatMap(listMissing).join(', ')}`
}
