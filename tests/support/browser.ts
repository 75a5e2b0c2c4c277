import { execFile, execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from '@playwright/test'

const run = promisify(execFile)

/** The browser without windows comes first: it does the same work for the pages, and none for its own bars and panels. */
const PROGRAMS = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

/** The path of a Chromium that runs here: the one `CHROME_PATH` names, Playwright's own, or one under its usual names. */
export function findBrowser(): string | null {
  const named = process.env['CHROME_PATH']
  if (named) return named
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const onPath = PROGRAMS.flatMap((program) => folders.map((folder) => join(folder, program)))
  return [chromium.executablePath(), ...onPath, ...PLACES].find(runs) ?? null
}

/** The same, installed first where there is none: Playwright's download, else Debian's package. Throws what to do by hand. */
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
  await install('chromium-headless-shell').catch(() => install('chromium')) // older releases have only the whole one
  // Named by the website's styles for the moment until its own fonts come. Without it the text of that moment is a third wider.
  await install('fonts-liberation')
}

/** Some distributions have a program of that name that only says where to get the real one. */
function runs(program: string): boolean {
  if (!existsSync(program)) return false
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore', timeout: 20_000 })
    return true
  } catch {
    return false
  }
}
