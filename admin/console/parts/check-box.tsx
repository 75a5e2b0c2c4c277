import type { ReactNode } from 'react'

/** A check box with its label. */
export function CheckBox(props: { checked: boolean; onCheck: (checked: boolean) => void; children: ReactNode }) {
  const { checked, onCheck, children } = props
  return (
    <label className="flex min-h-6 items-center gap-2">
      <input
        type="checkbox"
        className="size-5 shrink-0"
        checked={checked}
        onChange={(event) => onCheck(event.target.checked)}
      />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </label>
  )
}
