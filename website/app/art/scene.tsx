import type { ReactNode } from 'react'

/** What every drawing takes: a label makes it an image with that name, none makes it decoration. */
export type DrawingProps = { label?: string | undefined; className?: string | undefined }

type SceneProps = DrawingProps & { id: string; width?: number; height?: number; children: ReactNode }

/**
 * The sheet a picture is drawn on: 400 by 400 unless told, with the paper grain all pictures share.
 * `id` comes from `useId`, so that several drawings on one page never take each other's gradients.
 */
export function Scene({ id, label, className, width = 400, height = 400, children }: SceneProps) {
  return (
    <svg viewBox={`0 0 ${width} ${height}`} className={className} {...nameOf(label)}>
      {children}
      <pattern id={`${id}n`} width="47" height="53" patternUnits="userSpaceOnUse">
        <path d={lightGrain} stroke="#fff" strokeOpacity=".22" />
        <path d={darkGrain} stroke="#2A1433" strokeOpacity=".13" />
      </pattern>
      <path d={`M0 0h${width}v${height}H0z`} fill={`url(#${id}n)`} />
    </svg>
  )
}

/** The attributes that make an `svg` an image with a name, or hide it from a screen reader. */
export function nameOf(label: string | undefined) {
  return label ? ({ role: 'img', 'aria-label': label } as const) : ({ 'aria-hidden': true } as const)
}

// A tiled pattern instead of a turbulence filter: a filter would be painted anew for each print.
const lightGrain =
  'M3 6h1M14 2h1M26 9h1M39 4h1M8 18h1M21 22h1M33 17h1M44 25h1M5 33h1M17 38h1M29 31h1M41 41h1M11 48h1M24 50h1M36 47h1'
const darkGrain = 'M9 9h1M20 13h1M34 8h1M43 14h1M2 24h1M15 29h1M27 26h1M38 33h1M7 42h1M22 44h1M32 40h1M46 50h1'

type Ramp = { id: string; colours: readonly string[]; at?: readonly number[] }

function stops({ colours, at }: Ramp) {
  return colours.map((colour, index) => (
    <stop key={index} offset={at?.[index] ?? round(index / (colours.length - 1))} stopColor={colour} />
  ))
}

function round(share: number) {
  return Math.round(share * 100) / 100
}

/** A straight run of colours, from top to bottom of the shape unless `across` turns it left to right. */
export function Fade(ramp: Ramp & { across?: boolean }) {
  return (
    <linearGradient id={ramp.id} {...(ramp.across ? {} : { x2: 0, y2: 1 })}>
      {stops(ramp)}
    </linearGradient>
  )
}

/** A round run of colours from the middle of the shape outwards, or from `cx`, `cy` (shares of its box). */
export function Glow({ cx, cy, r, ...ramp }: Ramp & { cx?: number; cy?: number; r?: number }) {
  return (
    <radialGradient id={ramp.id} cx={cx} cy={cy} r={r}>
      {stops(ramp)}
    </radialGradient>
  )
}
