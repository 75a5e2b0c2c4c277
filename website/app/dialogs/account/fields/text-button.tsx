import type { ReactNode } from 'react'

/** A button that looks like a link. It switches to another view of the account dialog. */
export function TextButton({ children, onPress }: { children: ReactNode; onPress: () => void }) {
  return (
    <button type="button" className="text-link inline-flex min-h-11 items-center font-semibold" onClick={onPress}>
      {children}
    </button>
  )
}
