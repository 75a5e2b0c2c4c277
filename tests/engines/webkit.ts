import { join } from 'node:path'
import { startLongRunningProgram } from '../rehearsals/programs.ts'
import { findFreePort } from '../support/free-port.ts'
import { createBrowserHome, type Driver, type DriverOptions, type InputSource, waitForProgram } from './driver.ts'

/** The programs of Debian's packages `webkit2gtk-driver`, `xvfb`, `wpewebkit-driver` and `cog`. */
export const WEBKIT_DRIVER = '/usr/bin/WebKitWebDriver'
export const XVFB = '/usr/bin/Xvfb'
export const WPE_DRIVER = '/usr/bin/WPEWebDriver'
export const COG = '/usr/bin/cog'

/** A console message of WebKit that is an error, without those about the manifest: WebKitGTK is built without `manifest-src`. */
const ERROR = /\bCONSOLE (?:\w+ )?ERROR (?!.*manifest-src)/

/** The times after which a script, another command, and the end of a session fail, in milliseconds. */
const SCRIPT_TIMEOUT_MS = 4_000
const COMMAND_TIMEOUT_MS = 20_000
const END_TIMEOUT_MS = 2_000

/** Starts WebKitGTK in a bare window (`webkit-window.py`), because Debian's browser for it has a minimum width. */
export async function startWebKit(options: DriverOptions): Promise<Driver> {
  await using resources = new AsyncDisposableStack()
  const screen = ['-displayfd', '1', '-screen', '0', '1920x1400x24', '-nolisten', 'tcp']
  const display = resources.use(startLongRunningProgram(XVFB, screen))
  const [number] = await waitForProgram(display, () => /^\d+$/m.exec(display.said()))
  const binary = join(import.meta.dirname, 'webkit-window.py')
  const window = { binary, args: ['--automation', JSON.stringify(options)] }
  // Ends after the display, because its output stays open until the window ends, and it does not always end the window.
  const driver = await startDriver(WEBKIT_DRIVER, { 'webkitgtk:browserOptions': window }, { DISPLAY: `:${number}` })
  const { width, height } = options
  await driver.call('POST', '/window/rect', { x: 0, y: 0, width, height })
  // The driver takes places in the window, not in the zoomed page.
  const zoomed = (length: string | number | undefined) => Math.round(Number(length) * options.zoom)
  const owned = resources.move()
  return {
    ...driver,
    act: ({ actions, ...source }) =>
      driver.act({
        ...source,
        actions: actions.map((step) =>
          step['type'] === 'pointerMove' ? { ...step, x: zoomed(step['x']), y: zoomed(step['y']) } : step,
        ),
      }),
    async [Symbol.asyncDispose]() {
      await owned.disposeAsync()
      await driver[Symbol.asyncDispose]()
    },
  }
}

/**
 * Starts WPE, an older WebKit than WebKitGTK, without a display. Of the options it takes only the user agent. It cannot switch JavaScript off,
 * and need not: it is older than the oldest supported browser, so the site's pages load no script in it.
 */
export async function startWpe({ userAgent }: DriverOptions): Promise<Driver> {
  const args = [
    '--automation',
    '--platform=headless',
    '--enable-write-console-messages-to-stdout=1',
    ...(userAgent === null ? [] : [`--user-agent=${userAgent}`]),
  ]
  return startDriver(
    WPE_DRIVER,
    { 'wpe:browserOptions': { binary: '/bin/sh', args: ['-c', `exec ${COG} "$@" >&2`, COG, ...args] } },
    {},
  )
}

/** The parts of WebDriver's responses that are read here. */
type Value = { sessionId: string; error?: string; message?: string }

async function startDriver(command: string, browser: object, more: NodeJS.ProcessEnv) {
  await using resources = new AsyncDisposableStack()
  const { env, ...folder } = await createBrowserHome()
  resources.use(folder)
  const port = await findFreePort()
  const environment = {
    ...env,
    ...more,
    LIBGL_ALWAYS_SOFTWARE: '1',
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1', // the sandbox needs rights that a container lacks; only our own pages are opened
  }
  // The program `stdbuf` makes the lines of the console arrive when they are written.
  const words = ['-oL', command, '-p', String(port)]
  const program = resources.use(startLongRunningProgram('stdbuf', words, { env: environment }))
  let address = `http://127.0.0.1:${port}`
  await waitForProgram(program, () => fetch(`${address}/status`).catch(() => null))

  async function call<Result = Value>(method: string, path: string, body?: object): Promise<Result> {
    const response = await fetch(address + path, {
      method,
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(COMMAND_TIMEOUT_MS),
    }).catch((cause: unknown) => {
      throw new Error(`No answer to ${method} ${path} ${JSON.stringify(body)}`, { cause })
    })
    const { value } = (await response.json()) as { value: Result }
    const { error, message } = (value ?? {}) as Value
    if (error !== undefined) throw new Error(`${error}: ${message}`)
    return value
  }

  const { sessionId } = await call('POST', '/session', {
    capabilities: { alwaysMatch: { ...browser, timeouts: { script: SCRIPT_TIMEOUT_MS } } },
  })
  address += `/session/${sessionId}`
  resources.defer(async () => {
    await fetch(address, { method: 'DELETE', signal: AbortSignal.timeout(END_TIMEOUT_MS) }).catch(() => {})
  })

  const owned = resources.move()
  return {
    call,
    async navigate(url: string) {
      await call('POST', '/url', { url })
    },
    url: () => call<string>('GET', '/url'),
    // `execute/async`, because WPE does not await the promise of a script of `execute/sync`.
    async evaluate(expression: string) {
      const script = `const done = arguments[0]
        Promise.resolve(${expression}).then((value) => done([value]), (error) => done([null, String(error)]))`
      const [value, error] = await call<[string, string?]>('POST', '/execute/async', { script, args: [] })
      if (error !== undefined) throw new Error(error)
      return value
    },
    async act(source: InputSource) {
      await call('POST', '/actions', { actions: [source] })
    },
    async pickFiles(selector: string, paths: readonly string[]) {
      const found = await call<object>('POST', '/element', { using: 'css selector', value: selector })
      const [element] = Object.values(found)
      await call('POST', `/element/${element}/value`, { text: paths.join('\n') })
    },
    async screenshot() {
      return Buffer.from(await call<string>('GET', '/screenshot'), 'base64')
    },
    errors: () =>
      program
        .said()
        .split('\n')
        .filter((line) => ERROR.test(line)),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
