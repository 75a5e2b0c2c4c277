import { useEffect, useRef, useState } from 'react'
import { usePathname } from 'wouter/use-browser-location'
import { joinClassNames } from './class-names.ts'
import { dismissToast, getToastDuration, type Toast } from './toast-store.ts'
import { useToastPlace } from './use-toast-place.ts'

const icons = {
  success: { colour: 'text-sage', line: 'M7 12.5l3.4 3.4L17 8.6' },
  error: { colour: 'text-danger', line: 'M12 6.5v7m0 4h.01' },
  note: { colour: 'text-amber', line: 'M12 17.5v-7m0-4h.01' },
}

/**
 * A toast with title, text, an optional action and a dismiss button. Its timer is stopped while it is hovered or focused, and afterwards
 * starts anew.
 */
export function ToastCard({ toast }: { toast: Toast }) {
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const paused = hovered || focused
  useEffect(() => {
    if (paused) return
    const timer = setTimeout(() => dismissToast(toast.id), getToastDuration(toast))
    return () => clearTimeout(timer)
  }, [paused, toast])
  useDismissOnLeaving(toast)
  const card = useRef<HTMLDivElement>(null)
  useToastPlace(card)

  return (
    <div
      ref={card}
      className="toast"
      // Not on `pointerenter`, which comes too when a toast appears below a pointer at rest.
      onPointerMove={({ movementX, movementY }) => (movementX !== 0 || movementY !== 0) && setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <div className="py-3">
        <p className="flex items-center gap-2 font-semibold">
          <KindIcon kind={toast.kind} />
          {toast.title}
        </p>
        {toast.text && <p className="text-muted">{toast.text}</p>}
        {toast.action && <ToastAction toast={toast} action={toast.action} />}
      </div>
      <button
        type="button"
        className="icon-button"
        aria-label="Dismiss notification"
        onClick={() => dismissToast(toast.id)}
      >
        <svg viewBox="0 0 24 24" className="size-5" stroke="currentColor" strokeWidth="2" aria-hidden="true">
          <path d="M6 6l12 12M18 6 6 18" strokeLinecap="round" />
        </svg>
      </button>
    </div>
  )
}

/** Dismisses a toast when the visitor leaves the page on which it was shown. */
function useDismissOnLeaving({ id }: Toast) {
  const path = usePathname()
  const [shownOn] = useState(path)
  const isOutdated = path !== shownOn
  useEffect(() => {
    if (isOutdated) dismissToast(id)
  }, [isOutdated, id])
}

/** The icon for a toast's kind. It is hidden from screen readers, because the toast's text says the same. */
function KindIcon({ kind }: { kind: Toast['kind'] }) {
  const { colour, line } = icons[kind]
  return (
    <svg viewBox="0 0 24 24" className={joinClassNames('size-5 shrink-0', colour)} aria-hidden="true">
      <circle cx="12" cy="12" r="11.5" fill="currentColor" />
      <path d={line} className="stroke-surface" fill="none" strokeWidth="2.5" strokeLinecap="round" />
    </svg>
  )
}

function ToastAction({ toast, action }: { toast: Toast; action: NonNullable<Toast['action']> }) {
  const className = 'text-link justify-self-start py-1.5 font-semibold'
  if ('href' in action) {
    return (
      <a href={action.href} className={className} onClick={() => dismissToast(toast.id)}>
        {action.label}
      </a>
    )
  }
  const press = () => {
    dismissToast(toast.id)
    action.onPress()
  }
  return (
    <button type="button" className={className} onClick={press}>
      {action.label}
    </button>
  )
}
