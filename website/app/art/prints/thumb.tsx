import { RelaxedHand } from '../hands.tsx'
import { HerProfile, HisProfile } from '../newlyweds.tsx'
import { type DrawingProps, DrawingRoot, LinearGradient, RadialGradient, Stroke } from '../scene.tsx'

/** Drawing of a bad photo print: a kiss, half covered by the photographer's thumb. */
export function ThumbOverLensDrawing(props: DrawingProps) {
  return (
    <DrawingRoot {...props}>
      <LinearGradient id="a" colours={['#8FB9C4', '#D3E2D2', '#FCE6C2']} />
      <RadialGradient
        id="b"
        cx={0.26}
        cy={0.3}
        r={0.85}
        colours={['#FFCDA9', '#F29C79', '#C95C54', '#7C2740', '#45163A']}
      />
      <RadialGradient id="c" colours={['#FFFCF2', '#FFF3D600']} />
      <LinearGradient id="e" colours={['#B5C48C', '#7D9A68', '#46694F']} />
      <LinearGradient id="f" across colours={['#1D0C26', '#37193F', '#5E3360']} />
      <LinearGradient id="g" across colours={['#FFFDF8', '#F3DCDF']} />
      <filter id="d">
        <feGaussianBlur stdDeviation="9" />
      </filter>
      <path d="M0 0h400v250H0z" fill="url(#a)" />
      <circle cx="110" cy="110" r="190" fill="url(#c)" />
      <path d="M0 220c40-30 80-26 120-34s70-24 120-8 90-12 160 12v80H0z" fill="#8FAE9B" />
      <path d="M-20 230c40-24 10-90 60-84s20 60 60 72 40-10 70 12 80-70 120-40 60 0 130 30v60H-20z" fill="#5F8A72" />
      <path d="M0 262q120-30 400-8v146H0z" fill="url(#e)" />
      <path d="M-4 44q110 62 210 24T404 22" fill="none" stroke="#5B2A5E" strokeWidth="1.5" />
      <path d={roseFlags} fill="#E5447F" />
      <path d={orchidFlags} fill="#7C3AED" />
      <path d="M152 186c-12 2-22 8-25 18l6 30 40 10V186z" fill="#E09E80" />
      <path d="M126 208c-3 22-1 40 7 56-24 38-40 84-46 136h173V214c-44 12-92 10-134-6z" fill="url(#g)" />
      <path d="M133 264c-16 40-24 86-24 136h32c-4-50-4-96-8-136z" fill="#fff" opacity=".6" />
      <path d="M64 181c-18 9-27 30-29 57l-5 162h90l-8-162c-2-26-10-44-24-57z" fill="url(#f)" />
      <path d="M70 182l20 60 10-54z" fill="#FFFDF8" />
      <path d="M90 204l-4 26 6 16 5-20z" fill="#E5447F" />
      <path d="M62 182l28 66-21-18zM90 182q14 8 11 24l-11 42z" fill="#1D0C26" />
      <path
        d="M48 206c-14 20-14 60 0 84 6 10 18 12 30 8l80-22-4-22-68 12c-8-20-4-40-8-58-6-16-24-16-30-2z"
        fill="#2B1234"
      />
      <path d="M49 290c6 10 17 12 29 8l80-22" fill="none" stroke="#8A4F7C" strokeWidth="1.5" />
      <RelaxedHand tone="brown" at="translate(180 258)rotate(-14)scale(-.95 .95)" />
      <path d="M154 254l8-2 4 21-8 3z" fill="#FFFDF8" />
      <HisProfile at="translate(84 146)rotate(6)scale(1.15)" />
      <HerProfile at="translate(134 156)rotate(-8)scale(-1.1 1.1)" wreath />
      <g filter="url(#d)">
        <path d={thumb} fill="url(#b)" />
        <Stroke d="M178 214c2-50 40-84 84-84" ink="#FFE9D2" width={26} opacity=".5" />
      </g>
    </DrawingRoot>
  )
}

const roseFlags =
  'M6 49l18 9-17 15zM58 71l18 5-13 17zM110 82l18 1-10 19zM162 80l18-4-6 21zM214 65l18-6-3 22zM266 48l18-5-5 21zM318 35l18-4-6 21zM370 26l18-2-7 20z'
const orchidFlags =
  'M32 62l18 7-15 16zM84 78l18 3-12 18zM136 82l18-1-8 20zM188 74l18-6-4 22zM240 56l18-6-4 22zM292 41l18-4-5 21zM344 30l18-3-6 20zM396 23l18-1-8 19z'
const thumb = 'M460 470H292C246 390 152 306 152 220 152 146 208 102 268 106 350 112 420 190 460 250z'
