import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import WebSocket from 'ws'
import { startLongRunningProgram } from '../rehearsals/programs.ts'
import { createBrowserHome, type Driver, type DriverOptions, waitForProgram } from './driver.ts'

/** The program of Debian's package `firefox-esr`. */
export const FIREFOX = '/usr/bin/firefox-esr'

/** Services that make requests to other hosts, and the rating of this window as one of a computer with a mouse. */
const PREFERENCES = {
  'app.normandy.enabled': false,
  'app.update.enabled': false,
  'browser.safebrowsing.downloads.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.region.network.url': '',
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.getAddons.cache.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'remote.prefs.recommended': true,
  'services.settings.server': 'data:,',
  'toolkit.telemetry.enabled': false,
  'ui.primaryPointerCapabilities': 6,
  'ui.allPointerCapabilities': 6,
}

/** Starts Firefox. It speaks WebDriver BiDi itself: `geckodriver`, which Debian does not have, is not needed. */
export async function startFirefox(options: DriverOptions): Promise<Driver> {
  await using resources = new AsyncDisposableStack()
  const { path, env, ...folder } = await createBrowserHome()
  resources.use(folder)
  const preferences = {
    ...PREFERENCES,
    'ui.prefersReducedMotion': options.reducedMotion ? 1 : 0,
    'layout.css.prefers-color-scheme.content-override': options.dark ? 0 : 1,
    'javascript.enabled': options.script,
    'layout.css.devPixelsPerPx': String(options.zoom),
    'accessibility.tabfocus': options.tabsToLinks ? 7 : 3, // 1: text fields, 2: other controls, 4: links
    ...(options.userAgent !== null && { 'general.useragent.override': options.userAgent }),
  }
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`)
  await writeFile(`${path}/user.js`, lines.join('\n'))
  const args = ['--headless', '--no-remote', '--profile', path, '--remote-debugging-port', '0']
  const program = resources.use(startLongRunningProgram(FIREFOX, args, { env }))
  const listening = () => /WebDriver BiDi listening on (ws:\S+)/.exec(program.said())
  const [, address] = await waitForProgram(program, listening)
  const errors: string[] = []
  const connection = await connect(`${address}/session`, errors)
  resources.defer(() => connection.close())
  const { send } = connection
  await send('session.new', { capabilities: {} })
  await send('session.subscribe', { events: ['log.entryAdded'] })
  // Headless Firefox never gives its first tab the keyboard focus, so that `:focus-visible` would match nothing there.
  const { context } = await send('browsingContext.create', { type: 'tab' })
  await send('browsingContext.activate', { context })
  const [width, height] = [options.width, options.height].map((length) => Math.round(length / options.zoom))
  await send('browsingContext.setViewport', { context, viewport: { width, height } })

  const owned = resources.move()
  return {
    async navigate(url) {
      await send('browsingContext.navigate', { context, url, wait: 'complete' })
    },
    async url() {
      const { contexts } = await send('browsingContext.getTree', { root: context })
      return contexts[0].url
    },
    async evaluate(expression) {
      const given = { expression, target: { context }, awaitPromise: true, resultOwnership: 'none' }
      const { type, result, exceptionDetails } = await send('script.evaluate', given)
      if (type === 'exception') throw new Error(exceptionDetails.text)
      return result.value
    },
    async act(source) {
      await send('input.performActions', { context, actions: [source] })
    },
    async pickFiles(selector, files) {
      const { nodes } = await send('browsingContext.locateNodes', {
        context,
        locator: { type: 'css', value: selector },
      })
      await send('input.setFiles', { context, element: { sharedId: nodes[0].sharedId }, files })
    },
    async screenshot() {
      const { data } = await send('browsingContext.captureScreenshot', { context })
      return Buffer.from(data, 'base64')
    },
    errors: () => errors,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** The parts of BiDi's responses that are read here. */
type Result = {
  context: string
  type: string
  result: { value: string }
  exceptionDetails: { text: string }
  nodes: [{ sharedId: string }]
  data: string
  contexts: [{ url: string }]
}

type Message = { id?: number; error?: string; message?: string; result: Result; method?: string; params: LogEntry }
type LogEntry = { level: string; text: string | null }

async function connect(url: string, errors: string[]) {
  const socket = new WebSocket(url)
  const pending = new Map<number, PromiseWithResolvers<Result>>()
  socket.on('message', (data) => {
    const message = JSON.parse((data as Buffer).toString()) as Message
    const { level, text } = message.params ?? {}
    if (message.method === 'log.entryAdded' && level === 'error') errors.push(text ?? '')
    const asked = message.id === undefined ? undefined : pending.get(message.id)
    if (message.error === undefined) asked?.resolve(message.result)
    else asked?.reject(new Error(`${message.error}: ${message.message}`))
  })
  socket.on('close', () => {
    for (const each of pending.values()) each.reject(new Error('Firefox closed the connection.'))
  })
  await once(socket, 'open')
  let last = 0
  const send = (method: string, params: object): Promise<Result> => {
    const answer = Promise.withResolvers<Result>()
    last += 1
    pending.set(last, answer)
    socket.send(JSON.stringify({ id: last, method, params }))
    return answer.promise
  }
  return { send, close: () => socket.close() }
}
