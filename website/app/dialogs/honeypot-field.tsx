import type { RefObject } from 'react'

/** A honeypot field, which bots fill in: hidden visually, from the keyboard and from screen readers. */
export function HoneypotField({ ref }: { ref: RefObject<HTMLInputElement | null> }) {
  return (
    <div className="sr-only" aria-hidden="true">
      <label>
        Leave this empty
        <input ref={ref} type="text" name="reference" tabIndex={-1} autoComplete="off" defaultValue="" />
      </label>
    </div>
  )
}
