type OtherFieldErrorsProps = { faults: Record<string, string | undefined>; labels: Record<string, string> }

/**
 * Tells screen readers which fields of a form are invalid besides the first one, which has the focus and is read with its error. Visible errors
 * stand below their fields.
 */
export function OtherFieldErrors({ faults, labels }: OtherFieldErrorsProps) {
  const [, ...others] = Object.keys(labels).filter((name) => faults[name])
  return (
    <p className="sr-only" role="status">
      {others.map((name) => `${labels[name]}: ${faults[name]}`).join('. ')}
    </p>
  )
}

/** Moves the focus to the first invalid field of a form. */
export function focusFirstInvalidField(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
}
