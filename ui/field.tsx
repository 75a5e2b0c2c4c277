import { type ComponentProps, type ReactNode, useId } from 'react'
import { joinClassNames } from './class-names.ts'

type FieldProps = Omit<ComponentProps<'input'>, 'id' | 'onChange' | 'ref' | 'value'> & {
  label: string
  name: string
  /** The text of a controlled field, for pages that no browser fills in, such as the console's. */
  value?: string
  onValueChange: (value: string) => void
  /** Error message, shown below the field; if there is one, the field is marked as invalid. */
  error?: string | null | undefined
  /** Help text, shown below the field. An error takes its place, so that the form does not grow. */
  hint?: ReactNode
  /** Number of text lines. More than one renders a text area. */
  rows?: number
  /** A control at the end of the field, such as the button that shows a password. */
  trailing?: ReactNode
}

/**
 * A labelled text field. Hint and error are associated with it by `aria-describedby`. Uncontrolled without `value`: React would reset a
 * controlled field to its state when a browser or password manager has filled it in without an event. A later `defaultValue` changes only an unedited field.
 */
export function TextField({ label, error, hint, rows, trailing, onValueChange, className, ...input }: FieldProps) {
  const id = useId()
  const isLong = rows !== undefined && rows > 1
  const described = error ? `${id}-error` : hint ? `${id}-hint` : undefined
  const shared = {
    id,
    className: 'field-input',
    // Sets the text direction automatically, because a name or message may be in a right-to-left script.
    dir: 'auto',
    'aria-invalid': error ? true : undefined,
    'aria-describedby': described,
  }
  return (
    <div className={joinClassNames('field', isLong && 'field-long', className)}>
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      {isLong ? (
        <textarea
          {...shared}
          name={input.name}
          defaultValue={input.defaultValue}
          value={input.value}
          rows={rows}
          maxLength={input.maxLength}
          required={input.required}
          onChange={(event) => onValueChange(event.target.value)}
        />
      ) : (
        <div className="field-box">
          <input {...input} {...shared} onChange={(event) => onValueChange(event.target.value)} />
          {trailing}
        </div>
      )}
      {hint && !error && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </div>
  )
}
