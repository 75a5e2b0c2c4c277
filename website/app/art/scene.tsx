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
      <pattern id={`${id}n`} width="97" height="89" patternUnits="userSpaceOnUse">
        <path
          d={grain}
          fill="none"
          stroke="#fff"
          strokeOpacity=".16"
          strokeWidth=".7"
          strokeDasharray=".7 5.1 .7 8.3 .7 3.2"
        />
        <path
          d={grain}
          fill="none"
          stroke="#2A1433"
          strokeOpacity=".16"
          strokeWidth=".7"
          strokeDasharray="0 3.7 .7 7.9 .7 4.6"
        />
      </pattern>
      <path d={`M0 0h${width}v${height}H0z`} fill={`url(#${id}n)`} />
    </svg>
  )
}

/** The attributes that make an `svg` an image with a name, or hide it from a screen reader. */
export function nameOf(label: string | undefined) {
  return label ? ({ role: 'img', 'aria-label': label } as const) : ({ 'aria-hidden': true } as const)
}

// Dashes along a zigzag, tiled: as lively as a turbulence filter, which would be painted anew for each print.
const grain = 'M-5 0 102 7-5 13 102 21-5 26 102 33-5 41 102 46-5 54 102 60-5 68 102 73-5 81 102 87'

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

type LitProps = { d: string; fill: string; rim: string; dx?: number; dy?: number }

/** A shape with light on one edge: the same shape in the colour of the light looks out from behind it. */
export function Lit({ d, fill, rim, dx = 2, dy = -1 }: LitProps) {
  return (
    <>
      <path d={d} fill={rim} transform={`translate(${dx} ${dy})`} />
      <path d={d} fill={fill} />
    </>
  )
}
