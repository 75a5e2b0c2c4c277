import type { RefObject } from 'react'

/** A field that people never meet and programs fill in: hidden by style, from the keyboard and from screen readers. */
export function TrapField({ ref }: { ref: RefObject<HTMLInputElement | null> }) {
  return (
    <div className="sr-only" aria-hidden="true">
      <label>
        Leave this empty
        <input ref={ref} type="text" name="reference" tabIndex={-1} autoComplete="off" defaultValue="" />
      </label>
    </div>
  )
}
