import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type DialogName, openDialogs, openSignup } from '../dialogs/open-dialog.ts'
import { cancelGetStarted, getStarted } from './get-started.ts'
import { scrollOffset, scrollToSection } from './scroll.ts'

vi.mock('../dialogs/open-dialog.ts', () => ({ openSignup: vi.fn(), openDialogs: vi.fn() }))

const scrollTo = vi.fn()
let reducedMotion = false
let open: DialogName[] = []
let barHeight = 65
let page: Record<string, string> = {}

beforeEach(() => {
  vi.useFakeTimers()
  vi.mocked(openSignup).mockReset()
  scrollTo.mockReset()
  reducedMotion = false
  open = []
  barHeight = 65
  vi.mocked(openDialogs).mockImplementation(() => open)
  page = { laidOut: '' }
  const sections: Record<string, number> = { 'free-access': 3000, pricing: 3100, top: 0 }
  vi.stubGlobal('window', { scrollY: 500, scrollTo })
  vi.stubGlobal('matchMedia', () => ({ matches: reducedMotion }))
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw, 16))
  vi.stubGlobal('cancelAnimationFrame', clearTimeout)
  vi.stubGlobal('document', {
    documentElement: { dataset: page },
    querySelector: () => ({ offsetHeight: barHeight }),
    getElementById: (id: string) =>
      id in sections ? { getBoundingClientRect: () => ({ top: (sections[id] ?? 0) - 500 }) } : null,
  })
})

afterEach(() => {
  cancelGetStarted()
  vi.useRealTimers()
})

test('scrollOffset returns 80 px for an ordinary section and 40 px for the pricing section', () => {
  expect([scrollOffset('features'), scrollOffset('pricing')]).toEqual([80, 40])
})

test('scrollOffset returns the height of the navigation bar when the bar is higher than 80 px', () => {
  barHeight = 129
  expect(scrollOffset('features')).toBe(129)
})

test('scrollToSection scrolls smoothly to the top of the section minus the scroll offset', () => {
  expect(scrollToSection('pricing')).toBe(true)
  expect(scrollTo).toHaveBeenCalledWith({ top: 3060, behavior: 'smooth' })
})

test('scrollToSection never scrolls to a negative position, and scrolls without animation under reduced motion', () => {
  reducedMotion = true
  scrollToSection('top')
  expect(scrollTo).toHaveBeenCalledWith({ top: 0, behavior: 'instant' })
})

test('scrollToSection waits for one frame, then forces the layout of all sections and scrolls', () => {
  delete page['laidOut']
  expect(scrollToSection('pricing')).toBe(true)
  expect([page, scrollTo.mock.calls]).toEqual([{}, []])
  vi.advanceTimersByTime(17)
  expect(page).toEqual({ laidOut: '' })
  expect(scrollTo).toHaveBeenCalledWith({ top: 3060, behavior: 'smooth' })
})

test('scrollToSection with the option instantly forces the layout and scrolls without waiting for a frame', () => {
  delete page['laidOut']
  scrollToSection('pricing', { instantly: true })
  expect(page).toEqual({ laidOut: '' })
  expect(scrollTo).toHaveBeenCalledWith({ top: 3060, behavior: 'instant' })
})

test('scrollToSection returns false and does not scroll for an unknown section', () => {
  expect(scrollToSection('nowhere')).toBe(false)
  expect(scrollTo).not.toHaveBeenCalled()
})

test('getStarted scrolls to the free-access section and opens the sign-up dialog 800 ms later', () => {
  getStarted()
  expect(scrollTo).toHaveBeenCalledWith({ top: 2920, behavior: 'smooth' })
  vi.advanceTimersByTime(799)
  expect(openSignup).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(openSignup).toHaveBeenCalledTimes(1)
})

test('getStarted does not open the sign-up dialog when another dialog was opened during the delay', () => {
  getStarted()
  open = ['contact']
  vi.advanceTimersByTime(800)
  expect(openSignup).not.toHaveBeenCalled()
})

test('a second getStarted call restarts the delay, and the sign-up dialog opens only once', () => {
  getStarted()
  vi.advanceTimersByTime(500)
  getStarted()
  vi.advanceTimersByTime(500)
  expect(openSignup).not.toHaveBeenCalled()
  vi.advanceTimersByTime(5000)
  expect(openSignup).toHaveBeenCalledTimes(1)
})

test('cancelGetStarted cancels the delayed opening of the sign-up dialog', () => {
  getStarted()
  cancelGetStarted()
  vi.advanceTimersByTime(5000)
  expect(openSignup).not.toHaveBeenCalled()
})

test('getStarted opens the sign-up dialog without delay under reduced motion', () => {
  reducedMotion = true
  getStarted()
  expect(openSignup).toHaveBeenCalledTimes(1)
})
