import { afterEach, expect, test, vi } from 'vitest'
import {
  currentToasts,
  dismiss,
  dismissErrors,
  enterRegion,
  isActiveRegion,
  notify,
  onToastsChange,
} from './toast-store.ts'

afterEach(() => {
  for (const toast of currentToasts()) dismiss(toast.id)
})

test('messages stand in the order they came, and go one by one', () => {
  notify({ kind: 'success', title: 'First' })
  notify({ kind: 'error', title: 'Second' })
  expect(currentToasts().map((toast) => toast.title)).toEqual(['First', 'Second'])
  dismiss(currentToasts()[0]?.id ?? 0)
  expect(currentToasts().map((toast) => toast.title)).toEqual(['Second'])
})

test('what is said again stands once, as the newest', () => {
  notify({ kind: 'error', title: 'Failed', text: 'Try again.' })
  notify({ kind: 'error', title: 'Failed', text: 'For good.' })
  notify({ kind: 'error', title: 'Failed', text: 'Try again.' })
  expect(currentToasts().map(({ text }) => text)).toEqual(['For good.', 'Try again.'])
})

test('errors go together once something was tried again; other messages stay', () => {
  notify({ kind: 'error', title: 'Wrong' })
  notify({ kind: 'note', title: 'Known' })
  notify({ kind: 'error', title: 'Wrong again' })
  dismissErrors()
  expect(currentToasts().map((toast) => toast.title)).toEqual(['Known'])
})

test('listeners hear of a message until they stop', () => {
  const listener = vi.fn()
  const stop = onToastsChange(listener)
  notify({ kind: 'note', title: 'Heard' })
  stop()
  notify({ kind: 'note', title: 'Not heard' })
  expect(listener).toHaveBeenCalledTimes(1)
})

test('the place that came last shows the messages, and gives them back when it leaves', () => {
  const page = Symbol('page')
  const dialog = Symbol('dialog')
  const leavePage = enterRegion(page)
  const leaveDialog = enterRegion(dialog)
  expect([isActiveRegion(page), isActiveRegion(dialog)]).toEqual([false, true])
  leaveDialog()
  expect([isActiveRegion(page), isActiveRegion(dialog)]).toEqual([true, false])
  leavePage()
})

test('every change is told: a message, its end, the end of all errors, and a place that comes or goes', () => {
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
    leave = enterRegion(Symbol('page'))
  }
  expect(calls(enter)).toBe(1)
  expect(calls(() => leave())).toBe(1)
  stop()
})

test('no two messages share an id, also when one was dismissed between them', () => {
  notify({ kind: 'note', title: 'First' })
  const [first] = currentToasts()
  dismiss(first?.id ?? 0)
  notify({ kind: 'note', title: 'Second' })
  notify({ kind: 'note', title: 'Third' })
  expect(new Set([first, ...currentToasts()].map((toast) => toast?.id)).size).toBe(3)
})

test('before anything happened there is no message and no place for one', async () => {
  vi.resetModules()
  const fresh = await import('./toast-store.ts')
  expect(fresh.currentToasts()).toEqual([])
  expect(fresh.isActiveRegion(Symbol('page'))).toBe(false)
})
