import type { ReactNode } from 'react'
import { type DrawingProps, DrawingRoot, LinearGradient, RadialGradient } from '../scene.tsx'

type DeskProps = DrawingProps & {
  /** Colours of the gradient on the wall. The colours of wall, light and table show the time of day. */
  wall: readonly [string, string, string]
  light: { x: number; y: number; colour: string }
  table: readonly [string, string]
  screen: readonly [string, string]
  /**
   * Objects on the table, and the content of the laptop's screen, which measures 172 by 104 units and has its top left corner at
   * 74, 22.
   */
  children: ReactNode
}

/** Draws a laptop on a table. The three how-it-works steps use this scene at different times of day. */
export function LaptopScene({ wall, light, table, screen, children, ...props }: DeskProps) {
  return (
    <DrawingRoot width={320} height={180} {...props}>
      <LinearGradient id="desk-a" colours={wall} />
      <RadialGradient id="desk-b" colours={[light.colour, `${light.colour}80`, `${light.colour}00`]} />
      <LinearGradient id="desk-c" colours={table} />
      <LinearGradient id="desk-d" colours={screen} />
      <LinearGradient id="desk-e" colours={['#8A7A9C', '#4B3A62']} />
      <LinearGradient id="desk-f" colours={['#1D0C2699', '#1D0C2600']} />
      <path d="M0 0h320v140H0z" fill="url(#desk-a)" />
      <circle cx={light.x} cy={light.y} r="120" fill="url(#desk-b)" />
      <path d="M0 132q160-12 320 0v48H0z" fill="url(#desk-c)" />
      <path d="M0 132q160-12 320 0v2q-160-12-320 0z" fill="#fff" opacity=".35" />
      <path d="M52 150h216l30 30H22z" fill="url(#desk-f)" />
      <path d="M66 24q0-10 10-10h168q10 0 10 10v110H66z" fill="#1B0B2A" />
      <path d="M74 22h172v104H74z" fill="url(#desk-d)" />
      {children}
      <path d="M74 22h84l-50 104H74z" fill="#fff" opacity=".07" />
      <path d="M50 132h220l14 16q1 6-6 6H42q-7 0-6-6z" fill="url(#desk-e)" />
      <path d="M50 132h220l2 3H48z" fill="#fff" opacity=".5" />
      <path d="M66 138h188l5 6H61z" fill="#1B0B2A" opacity=".5" />
    </DrawingRoot>
  )
}
