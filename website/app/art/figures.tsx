import type { ReactNode } from 'react'
import { skinTones } from './palette.ts'

/** Name of a skin tone for the people in the drawings. */
export type SkinTone = keyof typeof skinTones

type ProfileProps = {
  tone: SkinTone
  /** SVG transform for position, size and rotation of the head. A mirrored head faces left. */
  at: string
  /** Colour of the light on the front edge of the drawn head. */
  rim?: string
  /** Hair, veil and similar, drawn over the head, which is about 50 units high and centred at 0, 0. */
  children: ReactNode
}

/** Draws a head with neck in profile, looking right, with a closed eye, a small smile and a warm cheek. */
export function ProfileHead({ tone, at, rim = '#FFF3D6', children }: ProfileProps) {
  const { light, shade } = skinTones[tone]
  return (
    <g transform={at}>
      <path d="M-13 4C-11 14-12 24-19 34H5C2 27 2 20 4 14z" fill={shade} />
      <path d={`${brow}${jaw}`} fill={light} />
      <circle cx="10.5" cy="6.5" r="5" fill="#E5447F" opacity=".25" />
      <g fill="none" strokeLinecap="round">
        <path d={brow} stroke={rim} strokeWidth="1.6" opacity=".85" />
        <path
          d="M10.5-1.500c1.8 2.2 4.6 2.4 6.8.8M9.5-8.500c2.5-1.8 5-2 7.5-1M13 12.600c1.6 1.3 3.7 1.4 5.3.2"
          stroke="#4A2416"
          strokeWidth="1.2"
        />
      </g>
      {children}
    </g>
  )
}

const brow = 'M2-27C13-27 19-19 19-11.500C19-8 20.5-5 23 0C24 2 23 3.6 20.5 4.2'
const jaw = 'C21 6 21 7 20 8.200C20.8 10 20.3 11 19.2 12C20 17 17 21.5 11 21.500C3 21.5-16 16-18-4C-19-19-8-27 2-27'

type FaceProps = {
  tone: SkinTone
  at: string
  /** The expression of the eyes: open, closed while laughing, asleep, or caught in the middle of a blink. */
  eyes: keyof typeof eyes
  mouth: keyof typeof mouths
  /** Hair that is drawn behind the head; `children` is drawn in front of the head. */
  behind?: ReactNode
  children?: ReactNode
}

/** Draws a head with neck, seen from the front and lit from the right. It is about 50 units high and centred at 0, 0. */
export function FrontHead({ tone, at, eyes: look, mouth, behind, children }: FaceProps) {
  const { light, shade } = skinTones[tone]
  return (
    <g transform={at}>
      {behind}
      <path d="M-8 12c0 10-1 16-5 22h26c-4-6-5-12-5-22z" fill={shade} />
      <path d="M-20-2a4 5 0 0 0 2 9zM20-2a4 5 0 0 1-2 9z" fill={shade} />
      <path d="M-19-8C-19-32 19-32 19-8 20 10 11 24 0 24S-20 10-19-8z" fill={light} />
      <path d="M-19-8c0-12 8-18 14-18C-14-8-12 14 0 24-11 24-20 10-19-8z" fill={shade} opacity=".4" />
      <path d="M-11 7h.1M11 7h.1" stroke="#E5447F" strokeWidth="8" strokeLinecap="round" opacity=".25" />
      <g fill="none" stroke="#3A1B1B" strokeWidth="1.5" strokeLinecap="round">
        <path d="M.5 1q2 4-.8 5" stroke={shade} />
        <path d={eyes[look]} />
        <path d={mouths[mouth]} fill={mouth === 'laugh' ? '#8E1D3E' : 'none'} />
      </g>
      {children}
    </g>
  )
}

const eyes = {
  open: 'M-8.5-2v1.500M8.5-2v1.500M-12-8q4-3 7-1M5-9q3-2 7 1',
  glad: 'M-12 0q3.5-4.5 7 0M5 0q3.5-4.5 7 0M-12-8q4-3 7-1M5-9q3-2 7 1',
  asleep: 'M-12-2q3.5 4 7 0M5-2q3.5 4 7 0',
  blink: 'M-12.5-1q4 1.5 8-.5M5-2.500q4 3 7.5 0M-12-8q4-4 8-2M4-10q4-3 8 0',
} as const

const mouths = {
  smile: 'M-6 13q6 5 12 0',
  laugh: 'M-7 11.500q7 2 14 0-1 8-7 8t-7-8z',
  odd: 'M-5 15q3-3 5-1t6-2',
} as const
