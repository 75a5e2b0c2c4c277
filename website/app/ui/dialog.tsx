import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from 'react'
import { afterFrame } from './after-frame.ts'
import { ToastRegion } from './toast-region.tsx'
import '../styles/dialog.css'

type DialogProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  subtitle?: ReactNode
  /** What looks out from behind the panel: two prints, the front one last. */
  behind: ReactNode
  children: ReactNode
}

/**
 * A modal dialog that only its Close control (or its own content) closes: not Escape, not a press outside, not a back
 * gesture. Named by its title; takes the focus, keeps it, and gives it back to where it was. The page behind is inert
 * and does not scroll (styles/dialog.css).
 */
export function Dialog({ open, onClose, title, subtitle, behind, children }: DialogProps) {
  const id = useId()
  const ref = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    const dialog = ref.current
    if (!dialog || !open) return
    coverPage()
    dialog.showModal()
    firstFocus(dialog)?.focus({ preventScroll: true })
    return () => {
      dialog.close()
      uncoverPage()
    }
  }, [open])

  const reopen = () => {
    // A browser may close a dialog on a repeated Escape without asking; it comes back with all that was typed.
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
      onKeyDown={keepKeys}
    >
      <div className="dialog-frame">
        <div className="dialog-prints">{behind}</div>
        <div className="dialog-panel">
          <header className="flex items-start gap-4 pb-6">
            <div className="min-w-0 grow">
              <h2 id={`${id}-title`} tabIndex={-1} data-dialog-title className="text-3xl wrap-anywhere outline-none">
                {title}
              </h2>
              {subtitle && (
                <p id={`${id}-subtitle`} className="mt-2 text-muted">
                  {subtitle}
                </p>
              )}
            </div>
            <button
              type="button"
              className="icon-button -me-2 -mt-1"
              aria-label="Close"
              onClick={() => afterFrame(onClose)}
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

/** Tells the styles that a dialog lies over the page (dialog.css). By an attribute: with :has() a browser looks the page through. */
function coverPage() {
  const { documentElement: page } = document
  // The place of a bar that takes some is kept, and of no other: that would move the page itself.
  page.dataset['covered'] = window.innerWidth > page.clientWidth ? 'beside-bar' : ''
}

/** Dialogs may lie over one another: the page is free again when the last of them has closed. */
function uncoverPage() {
  if (!document.querySelector('dialog[open]')) delete document.documentElement.dataset['covered']
}

/** The first field where there is a keyboard anyway; on a touch screen the title, so that no keyboard jumps up. */
function firstFocus(dialog: HTMLDialogElement): HTMLElement | null {
  const field = matchMedia('(hover: hover) and (pointer: fine)').matches
    ? dialog.querySelector<HTMLElement>('input:not([tabindex="-1"]), textarea')
    : null
  return field ?? dialog.querySelector<HTMLElement>('[data-dialog-title]')
}

function keepKeys(event: KeyboardEvent<HTMLDialogElement>) {
  if (event.key === 'Escape') event.preventDefault()
  if (event.key === 'Tab') keepFocusInside(event)
}

/** Tab from the last control goes to the first and back; a browser alone would leave for its own address bar. */
function keepFocusInside(event: KeyboardEvent<HTMLDialogElement>) {
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(TAB_STOPS)].filter((stop) =>
    stop.checkVisibility(),
  )
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
