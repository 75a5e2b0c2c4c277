import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from 'react'
import { runAfterFrame } from './after-frame.ts'
import { isShown } from './is-shown.ts'
import { ToastRegion } from './toast-region.tsx'
import './dialog.css'

type DialogProps = {
  open: boolean
  onClose: () => void
  /** Whether the Close control works; false while something runs whose outcome the dialog will show. */
  canClose?: boolean
  title: ReactNode
  subtitle?: ReactNode
  /** Decoration that is shown behind the dialog's panel: two photo prints, the one in front last. */
  behind: ReactNode
  children: ReactNode
}

/**
 * A modal dialog that only its Close control or its content closes, not Escape, a press outside or a back gesture. It is labelled by its
 * title, traps the focus, and restores it on closing. The page behind it is inert and does not scroll (dialog.css).
 */
export function Dialog({ open, onClose, canClose = true, title, subtitle, behind, children }: DialogProps) {
  const id = useId()
  const ref = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    const dialog = ref.current
    if (!dialog || !open) return
    markPageCovered()
    dialog.showModal()
    firstFocus(dialog)?.focus({ preventScroll: true })
    const stopFitting = fitAboveKeyboard(dialog)
    return () => {
      stopFitting()
      dialog.close()
      unmarkPageCovered()
    }
  }, [open])

  const reopen = () => {
    // Browsers close a dialog on a second Escape even when the cancel event is prevented. In that case it is reopened, with its content.
    if (open && ref.current && !ref.current.open) ref.current.showModal()
  }

  return (
    <dialog
      ref={ref}
      closedby="none"
      className="dialog"
      aria-modal="true"
      aria-labelledby={`${id}-title`}
      aria-describedby={subtitle ? `${id}-subtitle` : undefined}
      onCancel={preventDefault}
      onClose={reopen}
      onKeyDown={handleKeys}
    >
      <div className="dialog-frame">
        <div className="dialog-prints">{behind}</div>
        <div className="dialog-panel">
          <header className="dialog-head">
            <div className="min-w-0 grow">
              <h2 id={`${id}-title`} tabIndex={-1} data-dialog-title className="text-dialog wrap-anywhere outline-none">
                {title}
              </h2>
              {subtitle && (
                <p id={`${id}-subtitle`} className="text-muted">
                  {subtitle}
                </p>
              )}
            </div>
            <button
              type="button"
              className="icon-button -me-2 -mt-1"
              aria-label="Close"
              aria-disabled={!canClose || undefined}
              onClick={() => canClose && runAfterFrame(onClose)}
            >
              <svg viewBox="0 0 24 24" className="size-6" stroke="currentColor" strokeWidth="2" aria-hidden="true">
                <path d="M6 6l12 12M18 6 6 18" strokeLinecap="round" />
              </svg>
            </button>
          </header>
          {children}
        </div>
      </div>
      {open && <ToastRegion />}
    </dialog>
  )
}

/**
 * Sets an attribute on the page while a dialog covers it, which dialog.css selects by. With `:has()` instead, the browser would search the
 * whole page.
 */
function markPageCovered() {
  const { documentElement: page } = document
  // Reserves the width of a classic scroll bar, so that hiding it does not shift the page. An overlay scroll bar takes no width.
  page.dataset['covered'] = window.innerWidth > page.clientWidth ? 'beside-bar' : ''
}

/** Removes the page's attribute after the last open dialog has closed; dialogs may be stacked. */
function unmarkPageCovered() {
  if (!document.querySelector('dialog[open]')) delete document.documentElement.dataset['covered']
}

/** Ends a dialog above the on-screen keyboard, which covers the lower part of the page. Returns a function that stops it. */
function fitAboveKeyboard(dialog: HTMLDialogElement): () => void {
  const ended = new AbortController()
  const view = window.visualViewport
  const fit = () => {
    // Zooming makes the visible part smaller, too. Safari on iOS also moves it down over the page, to show the field.
    const covered = view && view.scale <= 1 ? dialog.offsetHeight - view.height - view.offsetTop : 0
    dialog.style.setProperty('--keyboard', `${Math.max(0, covered)}px`)
  }
  fit()
  for (const change of ['resize', 'scroll']) view?.addEventListener(change, fit, { signal: ended.signal })
  return () => ended.abort()
}

/**
 * Returns the element to focus when the dialog opens: its first field, or on touch screens its title, so that no on-screen keyboard opens.
 */
function firstFocus(dialog: HTMLDialogElement): HTMLElement | null {
  const field = matchMedia('(hover: hover) and (pointer: fine)').matches
    ? dialog.querySelector<HTMLElement>('input:not([tabindex="-1"]), textarea')
    : null
  return field ?? dialog.querySelector<HTMLElement>('[data-dialog-title]')
}

function handleKeys(event: KeyboardEvent<HTMLDialogElement>) {
  if (event.key === 'Escape') event.preventDefault()
  if (event.key === 'Tab') trapFocus(event)
}

/**
 * Makes Tab cycle within the dialog, from the last control to the first. By default Tab would move the focus on to the browser's address
 * bar.
 */
function trapFocus(event: KeyboardEvent<HTMLDialogElement>) {
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(TAB_STOPS)].filter(isShown)
  const end = event.shiftKey ? stops[0] : stops.at(-1)
  const start = event.shiftKey ? stops.at(-1) : stops[0]
  if (!stops.some((stop) => stop === document.activeElement) ? !event.shiftKey : document.activeElement !== end) return
  event.preventDefault()
  start?.focus()
}

const TAB_STOPS =
  'a[href], button:not(:disabled), input:not(:disabled, [tabindex="-1"]), textarea:not(:disabled), select:not(:disabled), summary, [tabindex="0"]'

function preventDefault(event: SyntheticEvent) {
  event.preventDefault()
}
