import type { ReactNode } from 'react'
import { skin } from './palette.ts'

/** The skins a figure may have. */
export type Tone = keyof typeof skin

type ProfileProps = {
  tone: Tone
  /** Where the middle of the head is, and how large and turned: an SVG transform. Mirror it to face left. */
  at: string
  /** The colour of the light that comes from in front. */
  rim?: string
  /** Hair, veil and the like, drawn over the head in its own measure (about 50 high around 0, 0). */
  children: ReactNode
}

/** A head with neck in profile, looking right: closed eye, small smile, warm cheek. */
export function Profile({ tone, at, rim = '#FFF3D6', children }: ProfileProps) {
  const { light, shade } = skin[tone]
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
