import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react'
import { TOAST_DURATION_MS } from '../constants.ts'
import {
  dismissToast,
  getCurrentToasts,
  isActiveToastRegion,
  onToastsChange,
  registerToastRegion,
  type Toast,
} from './toast-store.ts'

const NONE: readonly Toast[] = []

type Card = ComponentType<{ toast: Toast }>

/**
 * The container of toasts. The ARIA live regions are part of the first HTML, because screen readers do not announce a region that is
 * inserted together with its text. The toast component itself is loaded with the first toast.
 */
export function ToastRegion() {
  const [region] = useState(() => Symbol('toast region'))
  useEffect(() => registerToastRegion(region), [region])
  const toasts = useSyncExternalStore(
    onToastsChange,
    () => (isActiveToastRegion(region) ? getCurrentToasts() : NONE),
    () => NONE,
  )
  const ToastCard = useToastCard(toasts.length > 0)
  const cards = (urgent: boolean) =>
    ToastCard &&
    toasts
      .filter((toast) => (toast.kind === 'error') === urgent)
      .map((toast) => <ToastCard key={toast.id} toast={toast} />)

  return (
    <div className="toast-region">
      <div role="status">{cards(false)}</div>
      <div role="alert">{cards(true)}</div>
    </div>
  )
}

/**
 * React hook that loads the toast component. When loading fails, it returns a plain toast component, and tries again with the next toast.
 */
function useToastCard(needed: boolean): Card | null {
  const [card, setCard] = useState<Card | null>(null)
  useEffect(() => {
    if (!needed) return
    let mounted = true
    void loadToastCard().then((Card) => mounted && setCard(() => Card))
    return () => {
      mounted = false
    }
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
 * A plain toast without icon and dismiss button, used when the script of the toast component could not be loaded (after a network
 * error, or because a new version of the site was published).
 */
function PlainToast({ toast }: { toast: Toast }) {
  useEffect(() => {
    const timer = setTimeout(() => dismissToast(toast.id), TOAST_DURATION_MS)
    return () => clearTimeout(timer)
  }, [toast.id])
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
