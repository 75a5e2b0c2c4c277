import { FrontHead } from '../figures.tsx'
import { RelaxedHand } from '../hands.tsx'
import { type DrawingProps, DrawingRoot, LinearGradient, RadialGradient, Stroke } from '../scene.tsx'

/** Drawing for the target group new parents: a father carries a sleeping baby, at night. */
export function NewParentsDrawing(props: DrawingProps) {
  return (
    <DrawingRoot width={320} height={320} {...props}>
      <LinearGradient id="a" colours={['#3A2A6B', '#7A5AA6', '#E0A6B4']} />
      <RadialGradient id="b" colours={['#FFF6DC', '#FFE3AE8C', '#FFE3AE00']} />
      <LinearGradient id="c" across colours={['#3F5F50', '#7FA27C', '#B9C99A']} />
      <LinearGradient id="d" across colours={['#E58FA0', '#FBD3CE', '#FFF1EA']} />
      <path d="M0 0h320v320H0z" fill="url(#a)" />
      <circle cx="252" cy="66" r="110" fill="url(#b)" />
      <circle cx="252" cy="66" r="26" fill="#FFF6DC" />
      <path d="M40 0v60M90 0v34M150 0v46M204 0v24" stroke="#FFE3AE" strokeWidth="1.5" opacity=".7" />
      <path
        d="M40 56l4 10 10 1-8 7 3 10-9-6-9 6 3-10-8-7 10-1zM150 42l4 10 10 1-8 7 3 10-9-6-9 6 3-10-8-7 10-1z"
        fill="#FFD58A"
      />
      <path d="M100 34a14 14 0 1 0 2 26 17 17 0 0 1-2-26zM212 24a9 9 0 1 0 1 17 11 11 0 0 1-1-17z" fill="#FFE9CF" />
      <path d="M36 320c-4-80 24-126 80-134h50c52 8 90 50 94 134z" fill="url(#c)" />
      <FrontHead tone="olive" at="translate(130 126)rotate(10)scale(1.8)" eyes="asleep" mouth="smile" turn={3}>
        <path d="M-20 0C-28-28-12-38 2-35c16-4 24 12 18 35-1-8-4-14-7-18-9 5-18 4-25 1-4 5-6 9-8 17z" fill="#3B1D18" />
        <Stroke d="M-12-27q6-5 12-4M0-29q8-4 13 3" ink="#6B3A2C" width={1.6} />
      </FrontHead>
      <path d="M98 186q30 36 76-4l6 14q-46 46-90 2z" fill="#24433F" opacity=".4" />
      <path d="M160 232c-8-40 10-66 44-66s54 30 48 74c-6 46-30 66-56 62s-32-40-36-70z" fill="url(#d)" />
      <path
        d="M168 262q40 30 80-14l-4 16q-36 36-72 10zM178 286q24 20 56-6l-6 12q-22 16-42 6z"
        fill="#E58FA0"
        opacity=".35"
      />
      <g transform="translate(196 166)rotate(-24)scale(1.25)">
        <path d="M-24 6C-26-20 20-28 26-2 28 18 14 26 0 25S-24 20-24 6z" fill="#EDB48E" />
        <path d="M-24 4C-28-28 24-32 26-2 14-12-8-10-24 4z" fill="#5E3324" />
        <Stroke d="M-15 6q4 4 8 0M6 4q4 4 8 0M-2 16q3 2 6 0" ink="#3A1B1B" width={1.6} />
        <Stroke d="M-14 13h.1M15 11h.1" ink="#E5447F" width={8} opacity=".3" />
        <path d="M-2-24q2-8 8-6-4 4-2 8" fill="#5E3324" />
      </g>
      <path d="M60 236c-10 40 6 74 40 78l90-6 10-26-82-6c-16-14-20-30-18-46z" fill="#5F8464" />
      <RelaxedHand tone="olive" at="translate(214 292)rotate(-6)scale(-1.5 1.5)" />
      <path d="M182 278l14-2 2 32-14 2z" fill="#8FAE8B" />
      <Stroke d="M236 214L226 207" ink="#EDB48E" width={15} />
      <Stroke d="M226 200L215 197M223 207L212 206M225 214L215 215" ink="#EDB48E" width={6.5} />
      <Stroke d="M224 203.5L214 202M223 210.5L214 211" ink="#D08F6C" width={1.3} />
      <path d="M228 222c6-2 12-10 14-18 10 6 12 14 8 22q-12 6-22-4z" fill="#FBD3CE" />
    </DrawingRoot>
  )
}
