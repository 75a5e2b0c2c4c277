import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { detectComputer, layoutForComputer } from '../app/pages/download/platform.ts'
import { downloadLayoutScript } from './download-layout-script.ts'

type Browser = {
  userAgent: string
  platform?: string
  maxTouchPoints?: number
  userAgentData?: { platform: string; mobile: boolean }
}

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const LINUX = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'

const BROWSERS: [what: string, Browser, layout: string][] = [
  ['Windows', { userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0)' }, 'windows'],
  [
    'Windows that only the hints name',
    { userAgent: '', userAgentData: { platform: 'Windows', mobile: false } },
    'windows',
  ],
  ['Safari on a Mac', { userAgent: MAC, platform: 'MacIntel' }, 'mac'],
  ['a Mac with a touch point', { userAgent: MAC, platform: 'MacIntel', maxTouchPoints: 1 }, 'mac'],
  ['Chrome on a Mac', { userAgent: MAC, userAgentData: { platform: 'macOS', mobile: false } }, 'mac-with-hints'],
  ['an iPad', { userAgent: MAC, platform: 'MacIntel', maxTouchPoints: 5 }, 'phone'],
  ['an iPad without a platform', { userAgent: MAC, maxTouchPoints: 5 }, 'phone'],
  ['an iPhone', { userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X)' }, 'phone'],
  ['an Android phone', { userAgent: 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36' }, 'phone'],
  ['an Android tablet', { userAgent: LINUX, userAgentData: { platform: 'Android', mobile: false } }, 'phone'],
  ['a browser that says mobile', { userAgent: LINUX, userAgentData: { platform: '', mobile: true } }, 'phone'],
  ['Linux', { userAgent: LINUX }, 'linux'],
  ['ChromeOS', { userAgent: '', userAgentData: { platform: 'ChromeOS', mobile: false } }, 'linux'],
  ['a games console', { userAgent: 'Mozilla/5.0 (PlayStation 5 8.20)' }, 'unknown'],
  ['a browser that says nothing', { userAgent: '' }, 'unknown'],
]

function run(browser: Browser, state: unknown = null, search = ''): unknown {
  const dataset = {}
  const document = { documentElement: { dataset } }
  const navigator = { platform: '', maxTouchPoints: 0, ...browser }
  runInNewContext(downloadLayoutScript, {
    navigator,
    document,
    history: { state },
    location: { search },
    URLSearchParams,
  })
  return dataset
}

test.each(BROWSERS)('the inline script sets the same layout for %s as the page detects', (_what, browser, layout) => {
  expect(run(browser)).toEqual({ computer: layout })
  const { userAgent, platform = '', maxTouchPoints = 0, userAgentData } = browser
  const hints = { platform: '', mobile: false, ...userAgentData, architecture: '' }
  const computer = detectComputer({ userAgent, platform, touchPoints: maxTouchPoints, hints })
  expect(layoutForComputer(computer, userAgentData !== undefined)).toBe(layout)
})

test('the inline script reports the welcome mode of an order in the history state and of a session id', () => {
  const nobody = { userAgent: '' }
  expect(run(nobody, { orderDetails: { amount: 0 } })).toEqual({ computer: 'unknown', welcome: 'order' })
  expect(run(nobody, { orderDetails: { amount: 49 } })).toEqual({ computer: 'unknown', welcome: 'paid' })
  expect(run(nobody, { orderDetails: { amount: 0, mustConfirm: true } })).toEqual({
    computer: 'unknown',
    welcome: 'unconfirmed',
  })
  expect(run(nobody, null, '?session_id=cs_1')).toEqual({ computer: 'unknown', welcome: '' })
  for (const search of ['', '?session_id=', '?other=1'])
    expect(run(nobody, {}, search)).toEqual({ computer: 'unknown' })
})
