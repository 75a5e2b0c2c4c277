import type { ReactNode } from 'react'

/** A quiet way to somewhere else in the dialog. */
export function TextButton({ children, onPress }: { children: ReactNode; onPress: () => void }) {
  return (
    <button type="button" className="text-link inline-flex min-h-11 items-center font-semibold" onClick={onPress}>
      {children}
    </button>
  )
}
