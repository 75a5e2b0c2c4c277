import type { ReactNode } from 'react'
import { writeInPencil } from './pencil.ts'

/**
 * Props of every drawing. A drawing with a label is exposed as an image with that accessible name; a drawing without a label is
 * decorative. With a note, which is written in pencil on the white edge of the print, the drawing includes that edge (`NOTE_SHARE`).
 */
export type DrawingProps = { label?: string | undefined; className?: string | undefined; note?: string | undefined }

type SceneProps = DrawingProps & { width?: number; height?: number; children: ReactNode }

/** Height of the white edge below a drawing with a note, in widths of the drawing: what styles/controls.css leaves below a picture. */
const NOTE_SHARE = 0.18

/**
 * The SVG root of a drawing, 400 by 400 by default, with the shared paper grain. Each drawing is a file of its own, so its ids are letters. Those
 * of a drawing that others contain begin with its name.
 */
export function DrawingRoot({ note, ...scene }: SceneProps) {
  const { label, className, width = 400, height = 400 } = scene
  const drawing = <Scene {...scene} width={width} height={height} />
  return (
    <svg
      viewBox={`0 0 ${width} ${note ? height + Math.round(width * NOTE_SHARE) : height}`}
      className={className}
      {...getSvgAriaAttributes(label)}
    >
      {note ? (
        <>
          {/* Clips what the scene draws beyond its edge. */}
          <svg width={width} height={height}>
            {drawing}
          </svg>
          <Note text={note} width={width} baseline={height + width / 8} />
        </>
      ) : (
        drawing
      )}
    </svg>
  )
}

function Scene({ width, height, children }: SceneProps) {
  return (
    <>
      {children}
      <pattern id="grain" width="97" height="89" patternUnits="userSpaceOnUse">
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
      <path d={`M0 0h${width}v${height}H0z`} fill="url(#grain)" />
    </>
  )
}

/** The widest note on the edge, and the size of its letters, as shares of the width of the drawing. */
const NOTE_WIDTH_SHARE = 0.96
const NOTE_SCALE_SHARE = 0.00325

function Note({ text, width, baseline }: { text: string; width: number; baseline: number }) {
  const note = writeInPencil(text)
  const scale = round(Math.min(NOTE_SCALE_SHARE * width, (NOTE_WIDTH_SHARE * width) / note.width))
  const place = `translate(${Math.round((width - note.width * scale) / 2)} ${baseline})rotate(-1)scale(${scale})`
  return <path d={note.path} transform={place} fill="none" stroke="#655370" strokeWidth="2" strokeLinecap="round" />
}

/** Returns the ARIA attributes for an `svg`: an image with an accessible name, or hidden from screen readers. */
export function getSvgAriaAttributes(label: string | undefined) {
  return label ? ({ role: 'img', 'aria-label': label } as const) : ({ 'aria-hidden': true } as const)
}

// The paper grain of the drawings is a tiled zigzag of dashes. An SVG turbulence filter looks similar, but browsers compute it again
// for every drawing.
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

/** Defines a linear gradient from top to bottom, or from left to right with `across`. */
export function LinearGradient(ramp: Ramp & { across?: boolean }) {
  return (
    <linearGradient id={ramp.id} {...(ramp.across ? {} : { x2: 0, y2: 1 })}>
      {stops(ramp)}
    </linearGradient>
  )
}

/** Defines a radial gradient from the centre of the shape, or from `cx`, `cy` (fractions of its bounding box). */
export function RadialGradient({ cx, cy, r, ...ramp }: Ramp & { cx?: number; cy?: number; r?: number }) {
  return (
    <radialGradient id={ramp.id} cx={cx} cy={cy} r={r}>
      {stops(ramp)}
    </radialGradient>
  )
}

type LitProps = { d: string; fill: string; rim: string; dx?: number; dy?: number }

/** Draws a shape with a lit edge: behind the shape, the same path in the colour of the light, with a small offset. */
export function RimLitPath({ d, fill, rim, dx = 2, dy = -1 }: LitProps) {
  return (
    <>
      <path d={d} fill={rim} transform={`translate(${dx} ${dy})`} />
      <path d={d} fill={fill} />
    </>
  )
}

type StrokeProps = { d: string; ink: string; width: number; opacity?: string; dashes?: string }

/** Draws lines with round ends. */
export function Stroke({ d, ink, width, opacity, dashes }: StrokeProps) {
  return (
    <path
      d={d}
      fill="none"
      stroke={ink}
      strokeWidth={width}
      strokeLinecap="round"
      opacity={opacity}
      strokeDasharray={dashes}
    />
  )
}
