import { afterEach, expect, test, vi } from 'vitest'
import {
  dismissErrorToasts,
  dismissToast,
  dismissToasts,
  getCurrentToasts,
  getToastDuration,
  isActiveToastRegion,
  onToastsChange,
  registerToastRegion,
  showToast,
} from './toast-store.ts'

afterEach(() => {
  for (const toast of getCurrentToasts()) dismissToast(toast.id)
})

test('notify appends toasts in order, and dismiss removes the toast with the given id', () => {
  showToast({ kind: 'success', title: 'First' })
  showToast({ kind: 'error', title: 'Second' })
  expect(getCurrentToasts().map((toast) => toast.title)).toEqual(['First', 'Second'])
  dismissToast(getCurrentToasts()[0]?.id ?? 0)
  expect(getCurrentToasts().map((toast) => toast.title)).toEqual(['Second'])
})

test('notify with the same title and text replaces the earlier toast and moves it to the end', () => {
  showToast({ kind: 'error', title: 'Failed', text: 'Try again.' })
  showToast({ kind: 'error', title: 'Failed', text: 'For good.' })
  showToast({ kind: 'error', title: 'Failed', text: 'Try again.' })
  expect(getCurrentToasts().map(({ text }) => text)).toEqual(['For good.', 'Try again.'])
})

test('dismissErrorToasts removes all error toasts and keeps the other toasts', () => {
  showToast({ kind: 'error', title: 'Wrong' })
  showToast({ kind: 'note', title: 'Known' })
  showToast({ kind: 'error', title: 'Wrong again' })
  dismissErrorToasts()
  expect(getCurrentToasts().map((toast) => toast.title)).toEqual(['Known'])
})

test('dismissToasts removes every toast', () => {
  showToast({ kind: 'error', title: 'Wrong' })
  showToast({ kind: 'success', title: 'Done' })
  dismissToasts()
  expect(getCurrentToasts()).toEqual([])
})

test('a toast is shown for 5 s, for 3 s when the page says the same, and for 15 s with an action', () => {
  const toast = { kind: 'error', title: 'Wrong' } as const
  const action = { label: 'Try again', href: '/' }
  expect(getToastDuration(toast)).toBe(5_000)
  expect(getToastDuration({ ...toast, isBrief: true })).toBe(3_000)
  expect(getToastDuration({ ...toast, isBrief: true, action })).toBe(15_000)
})

test('a toast store listener is called until it unsubscribes', () => {
  const listener = vi.fn()
  const stop = onToastsChange(listener)
  showToast({ kind: 'note', title: 'Heard' })
  stop()
  showToast({ kind: 'note', title: 'Not heard' })
  expect(listener).toHaveBeenCalledTimes(1)
})

test('the toast region registered last is active until it is unregistered', () => {
  const page = Symbol('page')
  const dialog = Symbol('dialog')
  const leavePage = registerToastRegion(page)
  const leaveDialog = registerToastRegion(dialog)
  expect([isActiveToastRegion(page), isActiveToastRegion(dialog)]).toEqual([false, true])
  leaveDialog()
  expect([isActiveToastRegion(page), isActiveToastRegion(dialog)]).toEqual([true, false])
  leavePage()
})

test('toast store listeners are called once per notify, dismiss, dismissErrorToasts and region change', () => {
  const listener = vi.fn()
  const stop = onToastsChange(listener)
  const calls = (act: () => void) => {
    listener.mockClear()
    act()
    return listener.mock.calls.length
  }
  expect(calls(() => showToast({ kind: 'note', title: 'Here' }))).toBe(1)
  expect(calls(() => dismissToast(getCurrentToasts()[0]?.id ?? 0))).toBe(1)
  expect(calls(dismissErrorToasts)).toBe(1)
  let leave = () => {}
  const enter = () => {
    leave = registerToastRegion(Symbol('page'))
  }
  expect(calls(enter)).toBe(1)
  expect(calls(() => leave())).toBe(1)
  stop()
})

test('every toast has a unique id, even after an earlier toast was dismissed', () => {
  showToast({ kind: 'note', title: 'First' })
  const [first] = getCurrentToasts()
  dismissToast(first?.id ?? 0)
  showToast({ kind: 'note', title: 'Second' })
  showToast({ kind: 'note', title: 'Third' })
  expect(new Set([first, ...getCurrentToasts()].map((toast) => toast?.id)).size).toBe(3)
})

test('the toast store initially has no toasts and no active region', async () => {
  vi.resetModules()
  const fresh = await import('./toast-store.ts')
  expect(fresh.getCurrentToasts()).toEqual([])
  expect(fresh.isActiveToastRegion(Symbol('page'))).toBe(false)
})
