import { function as callable, number, object, parse } from 'valibot'
import { ensureBrowser } from '../tests/support/browser.ts'
import { resolveToolFile } from './tools/install.ts'

const launcherModule = object({ launch: callable() })
const launched = object({ port: number(), kill: callable() })

/** Starts Chrome with an empty profile and returns the port of its DevTools protocol. Disposing stops it. */
export async function launchChrome(): Promise<AsyncDisposable & { port: number }> {
  const { launch } = parse(launcherModule, await import(resolveToolFile('chrome-launcher/dist/index.js')))
  const chromeFlags = ['--headless=new', '--no-sandbox', '--disable-dev-shm-usage']
  const chrome = parse(launched, await launch({ chromePath: await ensureBrowser(), chromeFlags, logLevel: 'silent' }))
  return { port: chrome.port, [Symbol.asyncDispose]: async () => void (await chrome.kill()) }
}
