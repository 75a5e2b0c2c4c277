import { looseObject, object, optional, parse, string, unknown } from 'valibot'
import { launchChrome } from './chrome.ts'
import { connectDevTools } from './devtools-protocol.ts'

/** A position in the browser viewport, in CSS pixels. */
export type ViewportPoint = { x: number; y: number }

/** A page on an emulated phone, without instrumentation that would slow the page down. */
export type DevToolsPhone = AsyncDisposable & {
  /** Navigates to a URL and resolves at the page's load event. */
  goTo(url: string): Promise<void>
  /** Serialises a function, runs it in the page with `text` as its argument, and returns its result. It cannot use variables of this module. */
  run(inPage: (text: string) => unknown, text?: string): Promise<unknown>
  /** Dispatches a touch event to the page. */
  touch(type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: ViewportPoint[]): Promise<void>
  /** Presses and releases the Escape key. */
  escape(): Promise<void>
}

const targetSchema = object({ webSocketDebuggerUrl: string() })
const evaluated = object({
  result: object({ value: optional(unknown()) }),
  exceptionDetails: optional(looseObject({ exception: optional(looseObject({ description: optional(string()) })) })),
})

/**
 * Starts a browser with one page and drives it through the DevTools protocol only. Playwright and Lighthouse enable the reporting of
 * errors, for which V8 captures the position of every `Error` and parses whole files again. That takes 25 ms for the five errors
 * that React creates while it loads, a cost that real visitors do not have (docs/records/performance.md). `slowDown` is the CPU throttling
 * factor.
 */
export async function openDevToolsPhone(slowDown: number): Promise<DevToolsPhone> {
  await using resources = new AsyncDisposableStack()
  const chrome = resources.use(await launchChrome())
  const response = await fetch(`http://127.0.0.1:${chrome.port}/json/new?about:blank`, { method: 'PUT' })
  const { webSocketDebuggerUrl } = parse(targetSchema, await response.json())
  const { send, next } = await connectDevTools(webSocketDebuggerUrl)
  const screen = { width: 412, height: 823, deviceScaleFactor: 1, mobile: true }
  await send('Page.enable')
  await send('Emulation.setDeviceMetricsOverride', screen)
  await send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await send('Emulation.setCPUThrottlingRate', { rate: slowDown })
  const owned = resources.move()
  return {
    async goTo(url) {
      const loaded = next('Page.loadEventFired')
      await send('Page.navigate', { url })
      await loaded
    },
    async run(inPage, text = '') {
      const expression = `(${inPage.toString()})(${JSON.stringify(text)})`
      const params = { expression, awaitPromise: true, returnByValue: true }
      const { result, exceptionDetails } = parse(evaluated, await send('Runtime.evaluate', params))
      if (exceptionDetails)
        throw new Error(exceptionDetails.exception?.description ?? 'The page threw a non-error value.')
      return result.value
    },
    touch: async (type, touchPoints) => void (await send('Input.dispatchTouchEvent', { type, touchPoints })),
    async escape() {
      const key = { key: 'Escape', code: 'Escape', windowsVirtualKeyCode: 27 }
      await send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key })
      await send('Input.dispatchKeyEvent', { type: 'keyUp', ...key })
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
