import { useEffect, useState } from 'react'
import { TOAST_DURATION_MS } from '../constants.ts'
import { classNames } from './class-names.ts'
import { dismiss, type Toast } from './toast-store.ts'

const signs = {
  success: { colour: 'text-sage', line: 'M7 12.5l3.4 3.4L17 8.6' },
  error: { colour: 'text-danger', line: 'M12 6.5v7m0 4h.01' },
  note: { colour: 'text-amber', line: 'M12 17.5v-7m0-4h.01' },
}

/** One toast: words, at most one way on, and a way to dismiss it. The clock stands still under pointer and focus. */
export function ToastCard({ toast }: { toast: Toast }) {
  const [pointed, setPointed] = useState(false)
  const [focused, setFocused] = useState(false)
  const held = pointed || focused
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => dismiss(toast.id), TOAST_DURATION_MS)
    return () => clearTimeout(timer)
  }, [held, toast.id])

  return (
    <div
      className="toast"
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <div className="grid gap-1 py-3">
        <p className="flex items-center gap-2 font-semibold">
          <Sign kind={toast.kind} />
          {toast.title}
        </p>
        {toast.text && <p className="text-muted">{toast.text}</p>}
        {toast.action && <ToastAction toast={toast} action={toast.action} />}
      </div>
      <button type="button" className="icon-button" aria-label="Dismiss notification" onClick={() => dismiss(toast.id)}>
        <svg viewBox="0 0 24 24" className="size-5" stroke="currentColor" strokeWidth="2" aria-hidden="true">
          <path d="M6 6l12 12M18 6 6 18" strokeLinecap="round" />
        </svg>
      </button>
    </div>
  )
}

/** What kind of message it is, at a glance; the words say it as well. */
function Sign({ kind }: { kind: Toast['kind'] }) {
  const { colour, line } = signs[kind]
  return (
    <svg viewBox="0 0 24 24" className={classNames('size-5 shrink-0', colour)} aria-hidden="true">
      <circle cx="12" cy="12" r="11.5" fill="currentColor" />
      <path d={line} className="stroke-surface" fill="none" strokeWidth="2.5" strokeLinecap="round" />
    </svg>
  )
}

function ToastAction({ toast, action }: { toast: Toast; action: NonNullable<Toast['action']> }) {
  const className = 'text-link justify-self-start py-1.5 font-semibold'
  if ('href' in action) {
    return (
      <a href={action.href} className={className} onClick={() => dismiss(toast.id)}>
        {action.label}
      </a>
    )
  }
  const press = () => {
    dismiss(toast.id)
    action.onPress()
  }
  return (
    <button type="button" className={className} onClick={press}>
      {action.label}
    </button>
  )
}
