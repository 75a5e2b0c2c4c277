import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react'
import { TOAST_DURATION_MS } from '../constants.ts'
import { currentToasts, dismiss, enterRegion, isActiveRegion, onToastsChange, type Toast } from './toast-store.ts'

const NONE: readonly Toast[] = []

type Card = ComponentType<{ toast: Toast }>

/**
 * Where toasts appear. The live regions stand in the first HTML, because a region that comes together with its text is
 * not announced; how a toast looks and keeps its time is fetched with the first one.
 */
export function ToastRegion() {
  const [region] = useState(() => Symbol('toast region'))
  useEffect(() => enterRegion(region), [region])
  const toasts = useSyncExternalStore(
    onToastsChange,
    () => (isActiveRegion(region) ? currentToasts() : NONE),
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

/** Asked for anew whenever a toast comes after a while without: what failed once may be there by then. */
function useToastCard(needed: boolean): Card | null {
  const [card, setCard] = useState<Card | null>(null)
  useEffect(() => {
    if (!needed) return
    let here = true
    void loadToastCard().then((Card) => here && setCard(() => Card))
    return () => {
      here = false
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
 * What is shown when the network is gone, or a new version was published, and the card could not be fetched: the words are
 * what matters, and what can be done about it.
 */
function PlainToast({ toast }: { toast: Toast }) {
  useEffect(() => {
    const timer = setTimeout(() => dismiss(toast.id), TOAST_DURATION_MS)
    return () => clearTimeout(timer)
  }, [toast.id])
  const { title, text, action } = toast
  return (
    <p className="toast">
      <span>
        {text ? `${title}: ${text}` : title}{' '}
        {action && 'onPress' in action && (
          <button type="button" className="text-link" onClick={action.onPress}>
            {action.label}
          </button>
        )}
      </span>
    </p>
  )
}
