import { execFile, execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from '@playwright/test'

const run = promisify(execFile)

/**
 * The browsers to search for, in order of preference. The headless shell comes first: it renders pages like the full browser and
 * does not spend time on browser UI.
 */
const PROGRAMS = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

/**
 * Returns the path of an installed Chromium: CHROME_PATH, otherwise Playwright's download, otherwise a browser in PATH or in a usual
 * location.
 */
export function findBrowser(): string | null {
  const named = process.env['CHROME_PATH']
  if (named) return named
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const onPath = PROGRAMS.flatMap((program) => folders.map((folder) => join(folder, program)))
  return [chromium.executablePath(), ...onPath, ...PLACES].find(runs) ?? null
}

/**
 * Like `findBrowser`, but installs a browser when none is found: Playwright's download, otherwise Debian's package. Throws when both
 * fail.
 */
export async function ensureBrowser(): Promise<string> {
  const found = findBrowser()
  if (found) return found
  console.log('Getting a browser for the tests …')
  for (const install of [playwrightDownload, debianPackage]) {
    await install().catch(() => undefined)
    const installed = findBrowser()
    if (installed) return installed
  }
  throw new Error('There is no Chromium for the browser tests: install one, or name it in CHROME_PATH, and try again.')
}

async function playwrightDownload(): Promise<void> {
  await run('playwright', ['install', 'chromium'], { timeout: 300_000 })
}

async function debianPackage(): Promise<void> {
  if (process.getuid?.() !== 0) return
  const quiet = { timeout: 600_000, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  await run('apt-get', ['update'], quiet)
  const install = (name: string) => run('apt-get', ['install', '-y', '--no-install-recommends', name], quiet)
  await install('chromium-headless-shell').catch(() => install('chromium')) // older Debian releases have no headless shell
  // Liberation is the fallback font in the website's styles until the web fonts are loaded. Without it, the text is a third wider until
  // then.
  await install('fonts-liberation')
}

/** Returns whether the browser program runs. Some distributions install a stub that only prints how to install the browser. */
function runs(program: string): boolean {
  if (!existsSync(program)) return false
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore', timeout: 20_000 })
    return true
  } catch {
    return false
  }
}
