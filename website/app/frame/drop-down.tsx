import { type ReactNode, useEffect, useRef } from 'react'

type DropDownProps = {
  /** The accessible name of the button. */
  label: string
  button: ReactNode
  buttonClass: string
  children: ReactNode
  className?: string
  onIntent?: () => void
}

/**
 * A button with a menu below it: a details element, which opens without script and in every browser (popovers came with Safari 17). The menu
 * closes on Escape, on a press or focus outside, when an entry is chosen, on navigation back or forward, and when a resized window hides the
 * button. The focus then returns from the menu to its button.
 */
export function DropDown({ label, button, buttonClass, children, className, onIntent }: DropDownProps) {
  const menu = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const listening = new AbortController()
    const listen = (type: string, call: (event: Event) => void) =>
      addEventListener(type, call, { signal: listening.signal })
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !menu.current?.contains(target)) close(menu.current)
    }
    listen('pointerdown', closeOutside)
    listen('focusin', closeOutside)
    listen('click', ({ target }) => {
      if (target instanceof Element && menu.current?.contains(target.closest('a, button'))) close(menu.current)
    })
    listen('popstate', () => close(menu.current))
    listen('resize', () => {
      if (menu.current?.offsetParent === null) close(menu.current)
    })
    listen('keydown', (event) => {
      if (event instanceof KeyboardEvent && event.key === 'Escape') close(menu.current)
    })
    return () => listening.abort()
  }, [])
  return (
    <details ref={menu} className={className} onFocus={onIntent}>
      <summary className={`${buttonClass} list-none`} aria-label={label}>
        {button}
      </summary>
      {children}
    </details>
  )
}

function close(menu: HTMLDetailsElement | null) {
  if (!menu?.open) return
  if (menu.contains(document.activeElement)) menu.querySelector('summary')?.focus()
  menu.open = false
}
