import { looseObject, object, optional, parse, string, unknown } from 'valibot'
import { launchChrome } from './chrome.ts'
import { speakTo } from './protocol.ts'

/** Places on the screen, in pixels. */
export type Point = { x: number; y: number }

/** A phone's page that nothing looks into while it runs. */
export type BarePhone = AsyncDisposable & {
  /** Goes to an address; there at the page's load event. */
  goTo(url: string): Promise<void>
  /** What a function answers that runs in the page, where it has nothing of here but the text it is given. */
  run(inPage: (text: string) => unknown, text?: string): Promise<unknown>
  /** Bare fingers on the glass. */
  touch(type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]): Promise<void>
  /** The Escape key. */
  escape(): Promise<void>
}

const targetAnswer = object({ webSocketDebuggerUrl: string() })
const evaluated = object({
  result: object({ value: optional(unknown()) }),
  exceptionDetails: optional(looseObject({ exception: optional(looseObject({ description: optional(string()) })) })),
})

/**
 * A browser and its one page, driven by the browser's own protocol alone. Playwright and Lighthouse ask for reports of
 * every error, for which V8 notes where each `Error` was made and reads whole files again for it: 25 ms of work for the
 * five that React makes when it is loaded, which no visitor waits for (docs/records/2026-11-23-performance.md).
 */
export async function openBarePhone(slowDown: number): Promise<BarePhone> {
  await using onTheWay = new AsyncDisposableStack()
  const chrome = onTheWay.use(await launchChrome())
  const answer = await fetch(`http://127.0.0.1:${chrome.port}/json/new?about:blank`, { method: 'PUT' })
  const { webSocketDebuggerUrl } = parse(targetAnswer, await answer.json())
  const { send, next } = await speakTo(webSocketDebuggerUrl)
  const screen = { width: 412, height: 823, deviceScaleFactor: 1, mobile: true }
  await send('Page.enable')
  await send('Emulation.setDeviceMetricsOverride', screen)
  await send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await send('Emulation.setCPUThrottlingRate', { rate: slowDown })
  const leftovers = onTheWay.move()
  return {
    async goTo(url) {
      const loaded = next('Page.loadEventFired')
      await send('Page.navigate', { url })
      await loaded
    },
    async run(inPage, text = '') {
      const expression = `(${inPage.toString()})(${JSON.stringify(text)})`
      const asked = { expression, awaitPromise: true, returnByValue: true }
      const { result, exceptionDetails } = parse(evaluated, await send('Runtime.evaluate', asked))
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? 'The page threw something.')
      return result.value
    },
    touch: async (type, touchPoints) => void (await send('Input.dispatchTouchEvent', { type, touchPoints })),
    async escape() {
      const key = { key: 'Escape', code: 'Escape', windowsVirtualKeyCode: 27 }
      await send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key })
      await send('Input.dispatchKeyEvent', { type: 'keyUp', ...key })
    },
    [Symbol.asyncDispose]: () => leftovers.disposeAsync(),
  }
}
