import { afterEach, expect, test, vi } from 'vitest'
import {
  currentToasts,
  dismiss,
  dismissErrors,
  isActiveRegion,
  notify,
  onToastsChange,
  registerToastRegion,
} from './toast-store.ts'

afterEach(() => {
  for (const toast of currentToasts()) dismiss(toast.id)
})

test('notify appends toasts in order, and dismiss removes the toast with the given id', () => {
  notify({ kind: 'success', title: 'First' })
  notify({ kind: 'error', title: 'Second' })
  expect(currentToasts().map((toast) => toast.title)).toEqual(['First', 'Second'])
  dismiss(currentToasts()[0]?.id ?? 0)
  expect(currentToasts().map((toast) => toast.title)).toEqual(['Second'])
})

test('notify with the same title and text replaces the earlier toast and moves it to the end', () => {
  notify({ kind: 'error', title: 'Failed', text: 'Try again.' })
  notify({ kind: 'error', title: 'Failed', text: 'For good.' })
  notify({ kind: 'error', title: 'Failed', text: 'Try again.' })
  expect(currentToasts().map(({ text }) => text)).toEqual(['For good.', 'Try again.'])
})

test('dismissErrors removes all error toasts and keeps the other toasts', () => {
  notify({ kind: 'error', title: 'Wrong' })
  notify({ kind: 'note', title: 'Known' })
  notify({ kind: 'error', title: 'Wrong again' })
  dismissErrors()
  expect(currentToasts().map((toast) => toast.title)).toEqual(['Known'])
})

test('a toast store listener is called until it unsubscribes', () => {
  const listener = vi.fn()
  const stop = onToastsChange(listener)
  notify({ kind: 'note', title: 'Heard' })
  stop()
  notify({ kind: 'note', title: 'Not heard' })
  expect(listener).toHaveBeenCalledTimes(1)
})

test('the toast region registered last is active until it is unregistered', () => {
  const page = Symbol('page')
  const dialog = Symbol('dialog')
  const leavePage = registerToastRegion(page)
  const leaveDialog = registerToastRegion(dialog)
  expect([isActiveRegion(page), isActiveRegion(dialog)]).toEqual([false, true])
  leaveDialog()
  expect([isActiveRegion(page), isActiveRegion(dialog)]).toEqual([true, false])
  leavePage()
})

test('toast store listeners are called once per notify, dismiss, dismissErrors and region change', () => {
  const listener = vi.fn()
  const stop = onToastsChange(listener)
  const calls = (act: () => void) => {
    listener.mockClear()
    act()
    return listener.mock.calls.length
  }
  expect(calls(() => notify({ kind: 'note', title: 'Here' }))).toBe(1)
  expect(calls(() => dismiss(currentToasts()[0]?.id ?? 0))).toBe(1)
  expect(calls(dismissErrors)).toBe(1)
  let leave = () => {}
  const enter = () => {
    leave = registerToastRegion(Symbol('page'))
  }
  expect(calls(enter)).toBe(1)
  expect(calls(() => leave())).toBe(1)
  stop()
})

test('every toast has a unique id, even after an earlier toast was dismissed', () => {
  notify({ kind: 'note', title: 'First' })
  const [first] = currentToasts()
  dismiss(first?.id ?? 0)
  notify({ kind: 'note', title: 'Second' })
  notify({ kind: 'note', title: 'Third' })
  expect(new Set([first, ...currentToasts()].map((toast) => toast?.id)).size).toBe(3)
})

test('the toast store initially has no toasts and no active region', async () => {
  vi.resetModules()
  const fresh = await import('./toast-store.ts')
  expect(fresh.currentToasts()).toEqual([])
  expect(fresh.isActiveRegion(Symbol('page'))).toBe(false)
})
