import { useEffect, useState } from 'react'
import { TOAST_DURATION_MS } from '../constants.ts'
import { classNames } from './class-names.ts'
import { dismiss, type Toast } from './toast-store.ts'

const edges = { success: 'border-s-sage', error: 'border-s-danger', note: 'border-s-amber' }

/** One toast: words, at most one way on, and a way to dismiss it. The clock stands still under pointer and focus. */
export function ToastCard({ toast }: { toast: Toast }) {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => dismiss(toast.id), TOAST_DURATION_MS)
    return () => clearTimeout(timer)
  }, [held, toast.id])

  return (
    <div
      className={classNames('toast', edges[toast.kind])}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div className="grid gap-1 py-3">
        <p className="font-semibold">{toast.title}</p>
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
