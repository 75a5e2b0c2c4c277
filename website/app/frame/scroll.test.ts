import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type DialogName, getOpenDialogs, showSignupDialog } from '../dialogs/open-dialog.ts'
import { cancelPendingSignupDialog, handleGetStartedPress } from './get-started.ts'
import { getScrollOffset, scrollToSection, scrollToTop } from './scroll.ts'

vi.mock('../dialogs/open-dialog.ts', () => ({ showSignupDialog: vi.fn(), getOpenDialogs: vi.fn() }))

const scrollTo = vi.fn()
let reducedMotion = false
let listeners: { type: string; listener: () => void; signal: AbortSignal }[] = []
let sections: Record<string, number> = {}
let open: DialogName[] = []
let barHeight = 65
let blocks: { dataset: Record<string, string>; getBoundingClientRect: () => { top: number; bottom: number } }[] = []

beforeEach(() => {
  vi.useFakeTimers()
  vi.mocked(showSignupDialog).mockReset()
  scrollTo.mockReset()
  reducedMotion = false
  open = []
  barHeight = 65
  vi.mocked(getOpenDialogs).mockImplementation(() => open)
  blocks = []
  listeners = []
  sections = { 'free-access': 3000, pricing: 3100, top: 0 }
  vi.stubGlobal('window', { scrollY: 500, innerHeight: 800, scrollTo })
  vi.stubGlobal('matchMedia', () => ({ matches: reducedMotion }))
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw, 16))
  vi.stubGlobal('cancelAnimationFrame', clearTimeout)
  vi.stubGlobal('addEventListener', (type: string, listener: () => void, { signal }: { signal: AbortSignal }) => {
    listeners.push({ type, listener, signal })
  })
  vi.stubGlobal('document', {
    querySelector: () => ({ offsetHeight: barHeight }),
    querySelectorAll: () => blocks,
    getElementById: (id: string) =>
      id in sections ? { getBoundingClientRect: () => ({ top: (sections[id] ?? 0) - window.scrollY }) } : null,
  })
})

/** Returns the positions that the page was scrolled to. */
function positions(): number[] {
  return scrollTo.mock.calls.map(([{ top }]) => top)
}

/** Calls the window's listeners for an event, except those whose signal is aborted. */
function dispatch(type: string) {
  for (const each of listeners) if (each.type === type && !each.signal.aborted) each.listener()
}

afterEach(() => {
  cancelPendingSignupDialog()
})

test('getScrollOffset returns 80 px for an ordinary section and 40 px for the pricing section', {
  tags: ['R2.19', 'R9.9'],
}, () => {
  expect([getScrollOffset('features'), getScrollOffset('pricing')]).toEqual([80, 40])
})

test('getScrollOffset returns the height of the navigation bar when the bar is higher than 80 px', () => {
  barHeight = 129
  expect(getScrollOffset('features')).toBe(129)
})

test('scrollToSection scrolls in ever smaller steps to the top of the section minus the scroll offset', () => {
  expect(scrollToSection('pricing')).toBe(true)
  vi.runAllTimers()
  const tops = positions()
  expect(tops.length).toBeGreaterThan(20)
  expect(tops).toEqual(tops.toSorted((a, b) => a - b))
  expect([tops[0], tops.at(-1)]).toEqual([2460, 3060])
})

test('scrollToSection jumps to three quarters of a viewport from the target before the smooth scroll, from either side', () => {
  scrollToSection('pricing')
  vi.stubGlobal('window', { scrollY: 9000, innerHeight: 800, scrollTo })
  scrollToSection('pricing')
  vi.stubGlobal('window', { scrollY: 3000, innerHeight: 800, scrollTo })
  scrollToSection('pricing')
  expect(positions()).toEqual([2460, 3660, 3000])
})

test('scrollToSection shows the blocks that the smooth scroll passes, and leaves the entrance of all others', () => {
  const places = { before: -900, passed: -700, target: 700, below: 1500, beyond: 1700 }
  blocks = Object.values(places).map((top) => ({
    dataset: {},
    getBoundingClientRect: () => ({ top, bottom: top + 90 }),
  }))
  scrollToSection('pricing')
  const left = Object.keys(places).filter((_, index) => blocks[index]?.dataset['revealed'] === undefined)
  expect(left).toEqual(['before', 'beyond'])
})

test('scrollToSection never scrolls to a negative position, and scrolls without animation under reduced motion', () => {
  reducedMotion = true
  scrollToSection('top')
  expect(scrollTo).toHaveBeenCalledWith({ top: 0, behavior: 'instant' })
})

test('scrollToSection with `instantly: true` scrolls without animation', () => {
  scrollToSection('pricing', { instantly: true })
  expect(scrollTo).toHaveBeenCalledWith({ top: 3060, behavior: 'instant' })
})

test('scrollToSection returns false and does not scroll for an unknown section', () => {
  expect(scrollToSection('nowhere')).toBe(false)
  expect(scrollTo).not.toHaveBeenCalled()
})

test('handleGetStartedPress scrolls to the free-access section and opens the sign-up dialog 800 ms later', {
  tags: ['R2.16', 'R2.17', 'R9.7'],
}, () => {
  handleGetStartedPress()
  vi.advanceTimersByTime(799)
  expect(positions().at(-1)).toBe(2920)
  expect(showSignupDialog).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(showSignupDialog).toHaveBeenCalledTimes(1)
})

test('handleGetStartedPress does not open the sign-up dialog when another dialog was opened during the delay', () => {
  handleGetStartedPress()
  open = ['contact']
  vi.advanceTimersByTime(800)
  expect(showSignupDialog).not.toHaveBeenCalled()
})

test('a second handleGetStartedPress call restarts the delay, and the sign-up dialog opens only once', () => {
  handleGetStartedPress()
  vi.advanceTimersByTime(500)
  handleGetStartedPress()
  vi.advanceTimersByTime(500)
  expect(showSignupDialog).not.toHaveBeenCalled()
  vi.advanceTimersByTime(5000)
  expect(showSignupDialog).toHaveBeenCalledTimes(1)
})

test('cancelPendingSignupDialog cancels the delayed opening of the sign-up dialog', () => {
  handleGetStartedPress()
  cancelPendingSignupDialog()
  vi.advanceTimersByTime(5000)
  expect(showSignupDialog).not.toHaveBeenCalled()
})

test('handleGetStartedPress opens the sign-up dialog without delay under reduced motion', () => {
  reducedMotion = true
  handleGetStartedPress()
  expect(showSignupDialog).toHaveBeenCalledTimes(1)
})

test('a section that moves during the smooth scroll to it is followed', () => {
  scrollToSection('pricing')
  vi.advanceTimersByTime(200)
  sections['pricing'] = 3190
  vi.runAllTimers()
  expect(positions().at(-1)).toBe(3150)
  expect(Math.max(...positions())).toBe(3150)
})

for (const input of ['wheel', 'touchmove', 'keydown']) {
  test(`the event ${input} ends the smooth scroll where it is`, () => {
    scrollToSection('pricing')
    vi.advanceTimersByTime(200)
    scrollTo.mockReset()
    dispatch(input)
    vi.runAllTimers()
    expect(scrollTo).not.toHaveBeenCalled()
  })
}

test('scrollToTop ends a smooth scroll to a section', () => {
  scrollToSection('pricing')
  vi.advanceTimersByTime(200)
  scrollTo.mockReset()
  scrollToTop()
  vi.runAllTimers()
  expect(new Set(positions())).toEqual(new Set([0]))
})

test('handleGetStartedPress ends the smooth scroll at the section before it opens the sign-up dialog', () => {
  handleGetStartedPress()
  vi.advanceTimersByTime(799)
  scrollTo.mockReset()
  vi.advanceTimersByTime(1)
  expect(scrollTo).toHaveBeenCalledWith({ top: 2920, behavior: 'instant' })
})

test.each(['wheel', 'touchmove', 'keydown', 'pointerdown'])(
  'an instant scroll is not repeated after a %s event, so that no link moves away while the visitor presses it',
  (input) => {
    reducedMotion = true
    scrollToSection('free-access')
    vi.advanceTimersByTime(16)
    const before = positions().length
    dispatch(input)
    vi.advanceTimersByTime(1000)
    expect(positions()).toHaveLength(before)
  },
)
