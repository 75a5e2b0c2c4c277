import { useId } from 'react'
import { type DrawingProps, Fade, nameOf } from './scene.tsx'

/** The mark: two prints on a pile, a heart on the one that was kept. Reads down to 16 pixels. */
export function Mark({ label, className }: DrawingProps) {
  const id = useId()
  return (
    <svg viewBox="0 0 64 64" className={className} {...nameOf(label)}>
      <Fade id={`${id}a`} colours={['#F0588F', '#7C3AED']} />
      <rect x="6" y="12" width="40" height="44" rx="9" fill="#C9B3F2" transform="rotate(-12 26 34)" />
      <rect x="17" y="8" width="42" height="48" rx="10" fill={`url(#${id}a)`} transform="rotate(6 38 32)" />
      <path
        d="M37 43c-9-5.5-14-10.5-14-16.5 0-4.5 3.3-7.5 7.2-7.5 3 0 5.4 1.6 6.8 4.2 1.4-2.6 3.8-4.2 6.8-4.2 3.9 0 7.2 3 7.2 7.5 0 6-5 11-14 16.500z"
        fill="#fff"
        transform="rotate(6 38 32)"
      />
    </svg>
  )
}

/** Mark and name side by side. The name is text in the site's serif, so that it follows `brand.ts`. */
export function Logo({ name, className = '' }: { name: string; className?: string }) {
  return (
    <span className={`inline-flex items-center gap-2 font-display text-xl font-semibold ${className}`}>
      <Mark className="size-8" />
      {name}
    </span>
  )
}
