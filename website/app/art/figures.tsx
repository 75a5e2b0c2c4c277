import type { ReactNode } from 'react'
import { skinTones } from './palette.ts'

/** Name of a skin tone for the people in the drawings. */
export type SkinTone = keyof typeof skinTones

type HeadProps = {
  tone: SkinTone
  /** SVG transform for position, size and rotation of the head. A mirrored head is lit from the left. */
  at: string
  /** Colour of a full beard, for heads that have one. */
  beard?: string
  /** Hair and the like that is drawn behind the head; `children` is drawn in front of the head. */
  behind?: ReactNode
  children?: ReactNode
}

type ProfileProps = HeadProps & {
  eyes?: keyof typeof profileEyes
  /** Colour of the light on the front edge of the drawn head. */
  rim?: string
}

/** Draws a head with neck in profile, looking right, with a small smile. It is about 50 units high and centred at 0, 0. */
export function ProfileHead({
  tone,
  at,
  eyes: look = 'closed',
  beard,
  rim = '#FFF3D6',
  behind,
  children,
}: ProfileProps) {
  const { light, shade } = skinTones[tone]
  return (
    <g transform={at}>
      {behind}
      <path d="M-13 4C-12 16-13 26-19 32Q-4 42 8 32C4 27 3 22 5 16z" fill={shade} />
      <path d={`${brow}${jaw}`} fill={light} />
      {beard && <path d={profileBeard} fill={beard} />}
      <circle cx="10" cy="5" r="4.5" fill="#E5447F" opacity=".25" />
      <g fill="none" strokeLinecap="round">
        <path d={brow} stroke={rim} strokeWidth="1.4" opacity=".85" />
        <path d="M13 12.3q2.8 1.8 5.5-.6" stroke={beard ? '#C9656F' : '#A8324F'} strokeWidth="1.6" />
        <path d={profileEyes[look]} stroke="#2B1320" strokeWidth="1.4" />
        {look === 'open' && <path d="M13.5-2.5v1.3" stroke="#2B1320" strokeWidth="3.2" />}
      </g>
      {children}
    </g>
  )
}

const brow = 'M2-27C13-27 19-19 18.5-11.5C18.4-8 20-5.5 22.5-1C23.5 1 22.5 2.5 20 3.2'
const jaw = 'C20.5 5 20.8 6.5 20 8C20.8 9.8 20.4 11 19.4 12C20.5 17 17 22 11 21.5C3 21-16 16-18-4C-19-19-8-27 2-27'
const profileBeard =
  'M-5 0C-2 8 3 9 9 8c3-.5 7-.5 11-.3 0 1.3-.4 2.2-.9 2.8-3 0-5.5.5-6 2 1 1.5 3.5 1.5 6.5.8 1 5.5-1.5 10.5-8.5 10.2C2 22-8 16-9 2z'
const profileEyes = {
  closed: 'M10.5-2c1.8 2.2 4.6 2.4 6.8.8M9.5-8.5c2.5-1.8 5-2 7.5-1',
  open: 'M10-3q3.5-2.5 6.5-.5M9.5-8.5c2.5-2 5-2.2 7.5-1',
} as const

type FaceProps = HeadProps & {
  eyes: keyof typeof eyes
  mouth: keyof typeof mouths
  /** By how much the face is turned: negative to the left, positive to the right, at most 5. */
  turn?: number
  /** Colour of the eyebrows. */
  brows?: string
  /** Colour of painted lips. */
  lips?: string
}

/** Draws a head with neck, seen from the front and lit from the right. It is about 50 units high and centred at 0, 0. */
export function FrontHead(props: FaceProps) {
  const { tone, at, eyes: look, mouth, turn = 0, brows = '#3A1B1B', lips, beard, behind, children } = props
  const { light, shade } = skinTones[tone]
  return (
    <g transform={at}>
      {behind}
      <path d="M-8 8C-8 20-8 26-10 32Q0 41 10 32C8 26 8 20 8 8z" fill={light} />
      <path d="M-8 10H8v10Q-1 29-8.5 22z" fill={shade} />
      <path d={`M${-19 - turn / 2}-3a4 5 0 0 0 2 10z`} fill={shade} />
      <path d={`M${19 - turn / 2}-3a4 5 0 0 1-2 10z`} fill={light} />
      <path d={face} fill={light} />
      <path d={shadow} fill={shade} opacity=".45" />
      {beard && <path d={fullBeard} fill={beard} />}
      <g transform={`translate(${turn})`} fill="none" strokeLinecap="round">
        <path d="M-11.5 5h.1M11.5 5h.1" stroke="#E5447F" strokeWidth="8" opacity=".26" />
        <path d="M1-1c1 2 2.5 4 2 5.5-1 1.2-3 1-4.5.4" stroke={shade} strokeWidth="1.7" />
        <path d={browLines[look]} stroke={brows} strokeWidth="2" />
        {look === 'open' && (
          <>
            <path d="M-8-1.8v1.2M8-1.8v1.2" stroke="#2B1320" strokeWidth="4" />
            <path d="M-7.2-2.6h.1M8.8-2.6h.1" stroke="#fff" strokeWidth="1.4" />
          </>
        )}
        {look === 'blink' && <path d="M-12-1a4 3 0 0 1 8-1zM4-2a4 3.5 0 0 1 8 1z" fill={shade} />}
        <path d={eyes[look]} stroke="#2B1320" strokeWidth="1.5" />
        {mouths[mouth].startsWith('M-8') ? (
          <>
            <path d={mouths[mouth]} fill="#7E1838" stroke={lips} strokeWidth="1.4" />
            <path d="M-6.8 10.4q6.8 1.7 13.6 0-.4 2.2-1 2.8-5.8 1.4-11.6 0z" fill="#FFFDF8" />
          </>
        ) : (
          <path d={mouths[mouth]} stroke={lips ?? '#7E2A34'} strokeWidth={lips ? 2.2 : 1.7} />
        )}
      </g>
      {children}
    </g>
  )
}

const face = 'M-19-7C-20-31 20-31 19-7 19.5 3 17 11 12 17 7 23-7 23-12 17-17 11-19.5 3-19-7z'
const shadow = 'M-19-7C-19-20-10-26-3-26-15-14-15 10-2 21.5-6 22-9 20.5-12 17-17 11-19.5 3-19-7z'
const fullBeard =
  'M-19.5-3C-19.5 6-18 13-13 18.5-7 25.5 7 25.5 13 18.5 18 13 19.5 6 19.5-3 17.5 4 15 7.5 11.5 7.5 8 6 4 6 0 7.3-4 6-8 6-11.5 7.5-15 7.5-17.5 4-19.5-3z'

const level = 'M-13-8q4.5-4 8.5-2M4.5-10q4.5-2 8.5 2'
const browLines = {
  open: level,
  glad: level,
  asleep: 'M-13-8q4.5-3 8.5-1M4.5-9q4.5-2 8.5 1',
  blink: 'M-13-10q4.5-4 8.5-1M4.5-12q4.5-3 8.5 2',
} as const
const eyes = {
  open: 'M-12-2.5q4-4 7.5-.5M4.5-3q4-3.5 7.5.5',
  glad: 'M-12 0q4-5 8 0M4 0q4-5 8 0',
  asleep: 'M-12-2q4 4 8 0M4-2q4 4 8 0',
  blink: 'M-12.5-1q4.5 1.5 9-.8M3.5-1.8q4.5 2 9 .8',
} as const
const mouths = {
  smile: 'M-6.5 11q6.5 6 13 0',
  laugh: 'M-8 9.8q8 2 16 0-1 9-8 9t-8-9z',
  odd: 'M-5 14q3-3 5-1t6-2',
  word: 'M-3 13q3-2.5 6 0-.5 3.5-3 3.5t-3-3.5z',
} as const
