/** A honeypot field, which bots fill in: hidden visually, from the keyboard and from screen readers. */
export function HoneypotField() {
  return (
    <div className="sr-only" aria-hidden="true">
      <label>
        Leave this empty
        <input type="text" name="reference" tabIndex={-1} autoComplete="off" defaultValue="" />
      </label>
    </div>
  )
}
