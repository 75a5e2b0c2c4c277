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
