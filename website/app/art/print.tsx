import type { Picture } from './prints/prints.ts'

const tilts = {
  '-3': '-rotate-3',
  '-2': '-rotate-2',
  '-1': '-rotate-1',
  '0': '',
  '1': 'rotate-1',
  '2': 'rotate-2',
  '3': 'rotate-3',
} as const

type PrintProps = {
  picture: Picture
  /** Degrees it lies askew; written as classes because the policy forbids style attributes. */
  tilt?: -3 | -2 | -1 | 0 | 1 | 2 | 3
  /** Leaves the picture unnamed where its words already stand beside it. */
  decorative?: boolean
  className?: string
}

/** A picture as a paper print: white border, broader at the foot, soft shadow; white in the dark scheme too. */
export function Print({ picture, tilt = 0, decorative = false, className = '' }: PrintProps) {
  const { Drawing, alt } = picture
  return (
    <span
      className={`block rounded-[3px] bg-white p-[4.5%] pb-[13%] shadow-[0_1px_2px_#2a143326,0_10px_24px_-8px_#2a143359] ${tilts[tilt]} ${className}`}
    >
      <Drawing label={decorative ? undefined : alt} className="block h-auto w-full" />
    </span>
  )
}
