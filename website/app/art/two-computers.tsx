import { useId } from 'react'
import { PortraitDrawing } from './prints/portrait.tsx'
import { SunsetWalkDrawing } from './prints/sunset-walk.tsx'
import type { DrawingProps } from './scene.tsx'
import { getSvgAriaAttributes, LinearGradient } from './scene.tsx'

/** Drawing without a background: a desktop computer and a laptop, each with one photo on its screen, side by side. */
export function TwoComputersDrawing({ label, className }: DrawingProps) {
  const id = useId()
  const paint = (name: string) => `url(#${id}${name})`
  return (
    <svg viewBox="0 0 450 200" className={className} {...getSvgAriaAttributes(label)}>
      <LinearGradient id={`${id}a`} colours={['#8A7A9C', '#4B3A62']} />
      <LinearGradient id={`${id}b`} colours={['#FBF6F1', '#F3E1DC']} />
      <LinearGradient id={`${id}c`} across colours={['#F25A91', '#7C3AED']} />
      <LinearGradient id={`${id}d`} colours={['#2F1640', '#6B2F66']} />
      <ellipse cx="225" cy="190" rx="216" ry="9" fill="#2A1433" opacity=".2" />
      {/* the desktop computer */}
      <path d="M124 138h44l8 48h-60z" fill="#6B5A80" />
      <path d="M92 184h108q6 0 6 6H86q0-6 6-6z" fill={paint('a')} />
      <path
        d="M26 8h240q10 0 10 10v118q0 10-10 10H26q-10 0-10-10V18q0-10 10-10z"
        fill="#1B0B2A"
        stroke="#7A6890"
        strokeWidth="2"
      />
      <path d="M24 16h244v122H24z" fill={paint('d')} />
      <g transform="translate(146 74)rotate(5)">
        <path d="M-40-46h80v96h-80z" fill="#12061C" opacity=".5" transform="translate(-5 7)" />
        <path d="M-40-48h80v96h-80z" fill="#fff" />
        <svg x="-34" y="-42" width="68" height="68">
          <PortraitDrawing />
        </svg>
      </g>
      <circle cx="56" cy="78" r="14" fill="#fff" opacity=".14" />
      <path d="M62 78H50l5-5m-5 5 5 5" fill="none" stroke="#fff" strokeWidth="2.2" strokeLinecap="round" opacity=".8" />
      <circle cx="236" cy="78" r="14" fill={paint('c')} />
      <path
        d="M236 85.5c-10-6-9-12.5-4.5-12.5 2.5 0 3.8 1.2 4.5 2.5.7-1.3 2-2.5 4.5-2.5 4.5 0 5.5 6.5-4.5 12.5z"
        fill="#fff"
      />
      <path d="M24 16h110L60 138H24z" fill="#fff" opacity=".05" />
      {/* the laptop */}
      <path d="M252 84q0-8 8-8h144q8 0 8 8v92H252z" fill="#1B0B2A" stroke="#7A6890" strokeWidth="2" />
      <path d="M259 83h146v88H259z" fill={paint('b')} />
      <g transform="translate(332 126)rotate(-5)">
        <path d="M-29-36h58v70h-58z" fill="#2A1433" opacity=".3" transform="translate(-4 6)" />
        <path d="M-29-36h58v70h-58z" fill="#fff" />
        <svg x="-25" y="-32" width="50" height="50">
          <SunsetWalkDrawing />
        </svg>
      </g>
      <circle cx="282" cy="127" r="10" fill="#fff" stroke="#8F7A99" />
      <path
        d="M286 127h-8l3.5-3.5m-3.5 3.5 3.5 3.5"
        fill="none"
        stroke="#655370"
        strokeWidth="1.8"
        strokeLinecap="round"
      />
      <circle cx="382" cy="127" r="10" fill={paint('c')} />
      <path
        d="M382 132c-7-4.2-6.3-8.7-3.1-8.7 1.7 0 2.6.8 3.1 1.7.5-.9 1.4-1.7 3.1-1.7 3.2 0 3.9 4.5-3.1 8.7z"
        fill="#fff"
      />
      <path d="M259 83h66l-44 88h-22z" fill="#fff" opacity=".12" />
      <path d="M236 176h192l12 10q1 5-5 5H229q-6 0-5-5z" fill={paint('a')} />
      <path d="M236 176h192l2 2.5H234z" fill="#fff" opacity=".5" />
    </svg>
  )
}
