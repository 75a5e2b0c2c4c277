import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react'
import { Part } from './part.tsx'
import {
  dismissToast,
  getCurrentToasts,
  getToastDuration,
  isActiveToastRegion,
  markShown,
  onToastsChange,
  registerToastRegion,
  type Toast,
  wasShownElsewhere,
} from './toast-store.ts'

const NONE: readonly Toast[] = []

type Card = ComponentType<{ toast: Toast }>

/** The container of toasts. When it throws, what it stands in, the page or an open dialog, keeps working. */
export function ToastRegion() {
  return (
    <Part eager>
      <LiveRegions />
    </Part>
  )
}

/**
 * The ARIA live regions are part of the first HTML, because screen readers do not announce a region that is inserted together with its
 * text. The toast component itself is loaded with the first toast.
 */
function LiveRegions() {
  const [region] = useState(() => Symbol('toast region'))
  useEffect(() => registerToastRegion(region), [region])
  const waiting = useSyncExternalStore(
    onToastsChange,
    () => (isActiveToastRegion(region) ? getCurrentToasts() : NONE),
    () => NONE,
  )
  // A phone has room for one toast. The time of the next one starts when it is shown.
  const toasts = waiting.length > 1 && matchMedia('(width < 40rem)').matches ? waiting.slice(0, 1) : waiting
  const isFilled = toasts.length > 0
  const ToastCard = useToastCard(isFilled)
  useEffect(() => markShown(toasts, region), [toasts, region])
  const cards = (role: 'status' | 'alert' | undefined) =>
    ToastCard &&
    toasts
      .filter((toast) => roleOf(toast, region) === role)
      .map((toast) => (
        <Part key={toast.id} fallback={<PlainToast toast={toast} />} eager>
          <ToastCard toast={toast} />
        </Part>
      ))

  return (
    <div className="toast-region">
      <div role="status">{cards('status')}</div>
      <div role="alert">{cards('alert')}</div>
      <div>{cards(undefined)}</div>
    </div>
  )
}

/** Returns the role of a toast's live region, or undefined for a toast that was announced in another region before. */
function roleOf(toast: Toast, region: symbol) {
  if (wasShownElsewhere(toast, region)) return undefined
  return toast.kind === 'error' ? 'alert' : 'status'
}

/**
 * React hook that loads the toast component. When loading fails, it returns a plain toast component, and tries again with the next toast.
 */
function useToastCard(needed: boolean): Card | null {
  const [card, setCard] = useState<Card | null>(null)
  useEffect(() => {
    if (needed) void loadToastCard().then((Card) => setCard(() => Card))
  }, [needed])
  return card
}

function loadToastCard(): Promise<Card> {
  return import('./toast-card.tsx').then(
    (it) => it.ToastCard,
    () => PlainToast,
  )
}

/**
 * A plain toast without icon and dismiss button, used when the toast component throws or its script could not be loaded (after a network
 * error, or because a new version of the site was published).
 */
function PlainToast({ toast }: { toast: Toast }) {
  useEffect(() => {
    const timer = setTimeout(() => dismissToast(toast.id), getToastDuration(toast))
    return () => clearTimeout(timer)
  }, [toast])
  const { title, text, action } = toast
  const press = () => {
    dismissToast(toast.id)
    if (action && 'href' in action) location.assign(action.href)
    else action?.onPress()
  }
  return (
    <p className="toast">
      <span>
        {text ? `${title}: ${text}` : title}{' '}
        {action && (
          <button type="button" className="text-link" onClick={press}>
            {action.label}
          </button>
        )}
      </span>
    </p>
  )
}
