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

/** Matches the path of a headless shell, which lacks parts of the full browser, such as the back/forward cache. */
const HEADLESS_SHELL = /headless[-_]shell/

/**
 * Returns the path of an installed Chromium: CHROME_PATH, otherwise Playwright's download, otherwise a browser in PATH or in a usual
 * location.
 */
export function findBrowser(): string | null {
  return process.env['CHROME_PATH'] || (listCandidates().find(runs) ?? null)
}

/** Like `findBrowser`, but returns only a full browser, no headless shell. */
function findFullBrowser(): string | null {
  const named = process.env['CHROME_PATH']
  if (named && !HEADLESS_SHELL.test(named)) return named
  return listCandidates().find((program) => !HEADLESS_SHELL.test(program) && runs(program)) ?? null
}

function listCandidates(): string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const onPath = PROGRAMS.flatMap((program) => folders.map((folder) => join(folder, program)))
  return [chromium.executablePath(), ...onPath, ...PLACES]
}

/**
 * Like `findBrowser`, but installs a browser when none is found: Playwright's download, otherwise Debian's package. Throws when both
 * fail.
 */
export function ensureBrowser(): Promise<string> {
  return findOrInstall(findBrowser, [playwrightDownload, debianPackage])
}

/**
 * Returns the path of a full browser, and installs one when there is none. Only the full browser has a back/forward cache. Throws when it
 * can't be installed.
 */
export function ensureFullBrowser(): Promise<string> {
  return findOrInstall(findFullBrowser, [playwrightDownload, () => installDebianPackage('chromium')])
}

async function findOrInstall(find: () => string | null, ways: readonly (() => Promise<void>)[]): Promise<string> {
  const found = find()
  if (found) return found
  console.log('Getting a browser for the tests …')
  for (const install of ways) {
    await install().catch(() => undefined)
    const installed = find()
    if (installed) return installed
  }
  throw new Error(
    'There is no full Chromium for the browser tests (a headless shell is not enough): install one, or name it in CHROME_PATH, and try again.',
  )
}

async function playwrightDownload(): Promise<void> {
  await run('playwright', ['install', 'chromium'], { timeout: 300_000 })
}

async function debianPackage(): Promise<void> {
  // Older Debian releases have no headless shell.
  await installDebianPackage('chromium-headless-shell').catch(() => installDebianPackage('chromium'))
  // Liberation is the fallback font in the website's styles until the web fonts are loaded. Without it, the text is a third wider until
  // then.
  await installDebianPackage('fonts-liberation')
}

async function installDebianPackage(name: string): Promise<void> {
  if (process.getuid?.() !== 0) return
  const quiet = { timeout: 600_000, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  await run('apt-get', ['update'], quiet)
  await run('apt-get', ['install', '-y', '--no-install-recommends', name], quiet)
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
