import { FrontHead } from '../figures.tsx'
import { OpenHand, RelaxedHand } from '../hands.tsx'
import { type DrawingProps, DrawingRoot, LinearGradient, RadialGradient, Stroke } from '../scene.tsx'

/** Drawing for the target group content creators: a lamp, a phone on a tripod and many takes of one shot. */
export function ContentCreatorDrawing(props: DrawingProps) {
  return (
    <DrawingRoot width={320} height={320} {...props}>
      <LinearGradient id="a" colours={['#2A1A52', '#5B3A9C', '#B86FA8']} />
      <RadialGradient id="b" colours={['#FFF6F0', '#FFC9DC8C', '#FFC9DC00']} />
      <LinearGradient id="c" across colours={['#E5E0DA', '#FFFDF8']} />
      <LinearGradient id="d" across colours={['#C9732C', '#F2A94B', '#FFD58A']} />
      <path d="M0 0h320v320H0z" fill="url(#a)" />
      <path d="M24 60h70v8H24zM24 130h70v8H24z" fill="#1B0B2A" opacity=".6" />
      <path d="M32 36h8v24h-8zM42 30h7v30h-7zM52 40h9v20h-9zM70 60V46q8-16 16 0v14z" fill="#E5447F" opacity=".8" />
      <path d="M30 130c-6-20 6-26 8-30 4 6 12 8 10 30zM60 130v-22h26v22z" fill="#8FAE8B" opacity=".9" />
      <circle cx="224" cy="112" r="130" fill="url(#b)" opacity=".7" />
      <FrontHead
        tone="fair"
        at="translate(126 136)rotate(4)scale(1.7)"
        eyes="open"
        mouth="laugh"
        turn={2}
        lips="#C2345F"
        brows="#4A245C"
        behind={<path d="M-22-8C-26-34 26-36 22-8c6 8 4 18-2 22h-40c-6-6-8-14-2-22z" fill="#4A245C" />}
      >
        <path d="M-20 4C-30-36 26-42 21 2 18-8 16-14 10-18-2-8-14-12-17-8q-3 4-3 12z" fill="#6B3F8C" />
        <Stroke d="M-14-22Q0-38 15-18M-20-12q-4 10-1 20" ink="#9A6BC0" width={1.6} />
        <g fill="none" stroke="#2A1433" strokeWidth="1.6">
          <circle cx="-6" cy="-1" r="6.8" />
          <circle cx="10" cy="-1" r="6.8" />
          <path d="M.8-1q1.2-1 2.4 0" />
        </g>
      </FrontHead>
      <path d="M36 320c0-74 20-118 66-130h52c46 10 66 56 66 130z" fill="url(#d)" />
      <path d="M98 186q28 34 64 0l8 10q-38 46-80 0z" fill="#8A4415" opacity=".5" />
      <Stroke d="M96 216l4 50M164 216l-4 50" ink="#FFF3D6" width={3} />
      <g fill="none" stroke="#FFF6F0">
        <circle cx="244" cy="112" r="52" strokeWidth="13" />
        <circle cx="244" cy="112" r="52" strokeWidth="22" opacity=".25" />
      </g>
      <path d="M241 166h6v118h-6z" fill="#1B0B2A" />
      <path d="M244 220l-34 84M244 220l34 84" stroke="#1B0B2A" strokeWidth="5" />
      <path d="M224 76q0-6 6-6h28q6 0 6 6v72q0 6-6 6h-28q-6 0-6-6z" fill="#1B0B2A" />
      <path d="M228 78h32v66h-32z" fill="#FBC38F" />
      <path d="M228 144v-18q4-14 16-14t16 14v18z" fill="#F2A94B" />
      <circle cx="244" cy="102" r="10" fill="#F6CDB0" />
      <path d="M233 104q-4-17 11-17t11 17q-3-8-7-10-8 5-13 2-2 4-2 8z" fill="#6B3F8C" />
      <Stroke d="M240 102.5h.1M248 102.5h.1" ink="#2A1433" width={2} />
      <Stroke d="M240.5 106q3.5 3.5 7 0" ink="#8E1D3E" width={1.5} />
      <path d="M0 286h320v34H0z" fill="#24103F" />
      <path d="M0 286h320v4H0z" fill="#F7A9C8" opacity=".6" />
      <path d="M44 250c-16 20-10 46 14 50l40-6-4-16-26-2c-2-8 0-16 4-22z" fill="#D98A34" />
      <RelaxedHand tone="fair" at="translate(116 282)rotate(4)scale(-1 1)" />
      <path d="M176 214c20-8 24-24 22-40l22-4c10 36 6 72-20 102z" fill="#D98A34" />
      <path d="M196 168l24-5 2 10-25 5z" fill="#FFD58A" />
      <OpenHand tone="fair" at="translate(206 142)rotate(-8)scale(-1.05 1.05)" />
    </DrawingRoot>
  )
}
