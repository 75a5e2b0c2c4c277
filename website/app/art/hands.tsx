import type { SkinTone } from './figures.tsx'
import { skinTones } from './palette.ts'

type HandProps = {
  tone: SkinTone
  /** SVG transform for position, size and rotation. Mirror it for the other hand. */
  at: string
}

/** Draws a raised open hand with spread fingers, palm to the viewer, thumb on the right. It is about 50 units high; its wrist is at 0, 24. */
export function OpenHand({ tone, at }: HandProps) {
  const { light, shade } = skinTones[tone]
  return (
    <g transform={at} fill="none" strokeLinecap="round">
      <path d="M-8 26C-7 18-13 12-14 2Q0-9 13 2 12 14 8 18L8 26z" fill={light} />
      <path d="M-11 1L-16-13M-4-1L-6-21M3-1L4-21M9 2L14-15M9 13Q15 9 19 1" stroke={light} strokeWidth="7" />
      <path d="M-9 4q8 5 13 2t6-5M4 20q-2-9 5-13" stroke={shade} strokeWidth="1.4" opacity=".8" />
    </g>
  )
}

/** Draws the back of a relaxed hand that points to the left, with the thumb above. It is about 40 units long; its wrist is at 20, 0. */
export function RelaxedHand({ tone, at }: HandProps) {
  const { light, shade } = skinTones[tone]
  return (
    <g transform={at} fill="none" strokeLinecap="round">
      <path d="M4-6Q-3-10-8-13" stroke={shade} strokeWidth="6.5" />
      <path d="M22-8C12-10 6-10 0-8L-2 9C6 13 14 11 22 9z" fill={light} />
      <path d="M1 8L-10 10" stroke={light} strokeWidth="6" />
      <path d="M1 4L-16 6M1-5L-15-5M1-.5L-18 0" stroke={light} strokeWidth="6.5" />
      <path d="M-2 7L-13 9M-2 2.5L-16 3.5M-2-2.5L-15-2.5" stroke={shade} strokeWidth="1.3" opacity=".8" />
    </g>
  )
}

/** Draws four fingers around an edge that lies to the left of them, and the back of the hand. It is about 34 units high; its wrist is at 24, 4. */
export function GrippingHand({ tone, at }: HandProps) {
  const { light, shade } = skinTones[tone]
  return (
    <g transform={at} fill="none" strokeLinecap="round">
      <path d="M28-6C18-14 10-17 3-15L1 15C8 19 20 17 28 12z" fill={light} />
      <path d="M4-12H-7M4-4H-10M4 4H-9M4 12H-6" stroke={light} strokeWidth="7.5" />
      <path d="M4-8H-8M4 0H-9M4 8H-8" stroke={shade} strokeWidth="1.5" opacity=".85" />
    </g>
  )
}
