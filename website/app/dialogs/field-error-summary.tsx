import type { MouseEvent } from 'react'

type FaultSummaryProps = { faults: Record<string, string | undefined>; labels: Record<string, string> }

/** Lists the validation errors of a form when more than one field is invalid; each entry links to its field. */
export function FieldErrorSummary({ faults, labels }: FaultSummaryProps) {
  const wrong = Object.keys(labels).filter((name) => faults[name])
  if (wrong.length < 2) return null
  return (
    <div className="rounded-card border border-danger p-4">
      <p className="font-semibold">Please check these fields:</p>
      <ul className="mt-1">
        {wrong.map((name) => (
          <li key={name}>
            <a href={`#${name}`} className="text-link inline-block py-1" onClick={(event) => goToField(event, name)}>
              {labels[name]}: {faults[name]}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Moves the focus to the first invalid field of a form. */
export function focusFirstInvalidField(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
}

/** Moves the focus to the form field with the given name. */
function focusFieldByName(form: HTMLFormElement | null | undefined, name: string): void {
  const field = form?.elements.namedItem(name)
  if (field instanceof HTMLElement) field.focus()
}

function goToField(event: MouseEvent<HTMLElement>, name: string) {
  event.preventDefault() // a fragment navigation would add a history entry, and the back button would then no longer close the dialog
  focusFieldByName(event.currentTarget.closest('form'), name)
}
