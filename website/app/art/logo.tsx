import { useId } from 'react'
import { keptGradientColours } from './palette.ts'
import { type DrawingProps, getSvgAriaAttributes, LinearGradient } from './scene.tsx'

/** The logo mark: two photo prints, the upper one with a heart. Recognisable from 16 pixels on, on light and dark backgrounds. */
export function LogoMark({ label, className }: DrawingProps) {
  const id = useId()
  return (
    <svg viewBox="0 0 64 64" className={className} {...getSvgAriaAttributes(label)}>
      <LinearGradient id={`${id}a`} colours={keptGradientColours} />
      <path d={card} fill="#C9B3F2" transform="rotate(-13 39 56)translate(-7 1)" />
      <g transform="rotate(5 39 31)">
        <path d={card} fill={`url(#${id}a)`} />
        <path d="M27 11h24a4 4 0 0 1 4 4v26H23V15a4 4 0 0 1 4-4z" fill="#fff" opacity=".18" />
        <path d={heart} fill="#fff" />
      </g>
    </svg>
  )
}

/** The logo: mark and name. The name is text, so that it follows `brand.ts`. */
export function Logo({ name, className = '' }: { name: string; className?: string }) {
  return (
    <span className={`inline-flex items-center gap-2 font-display text-xl font-semibold ${className}`}>
      <LogoMark className="size-8" />
      {name}
    </span>
  )
}

const card = 'M26 6h26a8 8 0 0 1 8 8v34a8 8 0 0 1-8 8H26a8 8 0 0 1-8-8V14a8 8 0 0 1 8-8z'
const heart =
  'M39 37.5c-7.8-4.6-12-8.8-12-13.7 0-3.7 2.8-6.2 6-6.2 2.5 0 4.8 1.4 6 3.7 1.2-2.3 3.5-3.7 6-3.7 3.2 0 6 2.5 6 6.2 0 4.9-4.2 9.1-12 13.7z'
