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

test('sections keep 80 px above them, pricing 40', () => {
  expect([scrollOffset('features'), scrollOffset('pricing')]).toEqual([80, 40])
})

test('in letters so large that the bar is higher, sections are kept clear of it', () => {
  barHeight = 129
  expect(scrollOffset('features')).toBe(129)
})

test('a section is scrolled to smoothly, short of its top by the offset', () => {
  expect(scrollToSection('pricing')).toBe(true)
  expect(scrollTo).toHaveBeenCalledWith({ top: 3060, behavior: 'smooth' })
})

test('the scroll never aims above the page, and jumps with reduced motion', () => {
  reducedMotion = true
  scrollToSection('top')
  expect(scrollTo).toHaveBeenCalledWith({ top: 0, behavior: 'instant' })
})

test('what is out of sight is laid out first, a frame after the press', () => {
  delete page['laidOut']
  expect(scrollToSection('pricing')).toBe(true)
  expect([page, scrollTo.mock.calls]).toEqual([{}, []])
  vi.advanceTimersByTime(17)
  expect(page).toEqual({ laidOut: '' })
  expect(scrollTo).toHaveBeenCalledWith({ top: 3060, behavior: 'smooth' })
})

test('a scroll that is to be instant does not wait for a frame', () => {
  delete page['laidOut']
  scrollToSection('pricing', { instantly: true })
  expect(page).toEqual({ laidOut: '' })
  expect(scrollTo).toHaveBeenCalledWith({ top: 3060, behavior: 'instant' })
})

test('an unknown section is not scrolled to', () => {
  expect(scrollToSection('nowhere')).toBe(false)
  expect(scrollTo).not.toHaveBeenCalled()
})

test('the dialog opens 800 ms after the scroll began', () => {
  getStarted()
  expect(scrollTo).toHaveBeenCalledWith({ top: 2920, behavior: 'smooth' })
  vi.advanceTimersByTime(799)
  expect(openSignup).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(openSignup).toHaveBeenCalledTimes(1)
})

test('whoever has opened another dialog by then is left to it', () => {
  getStarted()
  open = ['contact']
  vi.advanceTimersByTime(800)
  expect(openSignup).not.toHaveBeenCalled()
})

test('a second press starts the wait anew, and the dialog opens once', () => {
  getStarted()
  vi.advanceTimersByTime(500)
  getStarted()
  vi.advanceTimersByTime(500)
  expect(openSignup).not.toHaveBeenCalled()
  vi.advanceTimersByTime(5000)
  expect(openSignup).toHaveBeenCalledTimes(1)
})

test('leaving the page cancels the opening', () => {
  getStarted()
  cancelGetStarted()
  vi.advanceTimersByTime(5000)
  expect(openSignup).not.toHaveBeenCalled()
})

test('with reduced motion the dialog opens at once', () => {
  reducedMotion = true
  getStarted()
  expect(openSignup).toHaveBeenCalledTimes(1)
})
