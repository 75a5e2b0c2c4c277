import { Component, type ReactNode, Suspense, useState } from 'react'

type PartProps = {
  children: ReactNode
  /** CSS selector of the part's elements, which stay in the document when the part throws. */
  of?: string
  /** What is shown when the part throws, in place of those elements. */
  fallback?: ReactNode
  /** Whether the part is hydrated with its surroundings. By default it is hydrated by itself, after the visible part of the page. */
  eager?: boolean
  onError?: () => void
}

/**
 * A part of the page that fails alone: when rendering it or an effect in it throws, the rest of the page keeps working, and the part's
 * elements stay in the document as they are, with its headings, texts and links, but without script.
 */
export class Part extends Component<PartProps, { hasThrown: boolean }> {
  override state = { hasThrown: false }
  private hasMounted = false

  static getDerivedStateFromError() {
    return { hasThrown: true }
  }

  override componentDidMount() {
    this.hasMounted = true
  }

  override componentDidCatch() {
    this.props.onError?.()
  }

  override render() {
    const { children, of, fallback = null, eager } = this.props
    if (!this.state.hasThrown) return eager ? children : <Suspense>{children}</Suspense>
    if (of === undefined) return fallback
    // After a client-side navigation, `of` can match elements of the previous page.
    const isInDocument = this.hasMounted || document.documentElement.dataset.ready === undefined
    return isInDocument ? <StandingCopy of={of} /> : <NotShownNote />
  }
}

/** A copy of elements that React is about to remove. It is made during rendering, when they are still in the document. */
function StandingCopy({ of }: { of: string }) {
  const [copy] = useState(() => {
    const copy = new DocumentFragment()
    for (const element of document.querySelectorAll(of)) copy.append(element.cloneNode(true))
    for (const dialog of copy.querySelectorAll('dialog')) dialog.remove()
    for (const waiting of copy.querySelectorAll('[aria-busy]')) waiting.removeAttribute('aria-busy')
    // Shows blocks that wait for their entrance animation.
    for (const block of copy.querySelectorAll('[data-waiting]')) block.removeAttribute('data-waiting')
    return copy
  })
  // Appending empties the fragment, so a second call adds nothing.
  return <div className="contents" ref={(place) => place?.append(copy)} />
}

/** Shown in place of a part that has never been in the document. Loading the document again shows its prerendered elements. */
function NotShownNote() {
  return (
    <p className="container-page py-16">
      This part of the page didn’t load.{' '}
      <button type="button" className="text-link" onClick={() => location.reload()}>
        Reload the page
      </button>
    </p>
  )
}
