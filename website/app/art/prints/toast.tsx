import { useId } from 'react'
import type { Tone } from '../figures.tsx'
import { skin } from '../palette.ts'
import { type DrawingProps, Fade, Glow, Scene } from '../scene.tsx'

/** Four arms, four sleeves, one sound. */
export function Toast(props: DrawingProps) {
  const id = useId()
  const paint = (name: string) => `url(#${id}${name})`
  return (
    <Scene id={id} {...props}>
      <Fade id={`${id}a`} colours={['#3A1B58', '#9A4A7E', '#F2A07C', '#FFD9A0']} />
      <Glow id={`${id}b`} colours={['#FFF6DC', '#FFE3AE99', '#FFE3AE00']} />
      <Fade id={`${id}c`} across colours={['#FFFFFF59', '#FFFFFFB3', '#FFFFFF40']} />
      <Fade id={`${id}d`} colours={['#FFE9A8', '#F2A94B']} />
      <Fade id={`${id}e`} across colours={['#2A143380', '#2A143300', '#FFF3D680']} at={[0, 0.6, 1]} />
      <path d="M0 0h400v400H0z" fill={paint('a')} />
      <circle cx="200" cy="140" r="190" fill={paint('b')} />
      <g fill="#FFE3AE" stroke="#FFF3D6" strokeOpacity=".5">
        <circle cx="50" cy="60" r="24" opacity=".3" />
        <circle cx="112" cy="30" r="13" opacity=".45" />
        <circle cx="356" cy="76" r="28" opacity=".35" />
        <circle cx="296" cy="32" r="16" opacity=".45" />
        <circle cx="26" cy="150" r="13" opacity=".35" />
        <circle cx="376" cy="170" r="15" opacity=".4" />
      </g>
      {arms.map(({ x, y, lean, turn, tone, sleeve, cuff }) => (
        <g key={x} transform={`translate(${x} ${y})`}>
          <g transform={`rotate(${lean})`}>
            <path d="M-3 18h6l1 66h-8z" fill={paint('c')} />
            <path d="M-38-34C-38 4-18 22 0 22S38 4 38-34z" fill={paint('c')} />
            <path d="M-36-14C-32 6-16 18 0 18S32 6 36-14q-36 5-72 0z" fill={paint('d')} />
            <path d="M-10 4h.1M6-6h.1M16 4h.1M-20-4h.1M0 10h.1" stroke="#fff" strokeWidth="3" strokeLinecap="round" />
            <ellipse cy="-34" rx="38" ry="5" fill="#FFF9EC" opacity=".5" />
            <path d="M29-26q0 20-12 34" fill="none" stroke="#fff" strokeWidth="4" strokeLinecap="round" opacity=".9" />
          </g>
          <g transform={`rotate(${turn} 0 56)`}>
            <path d="M-25 96l50-2 18 240h-90z" fill={sleeve} />
            <path d="M-25 96l50-2 18 240h-90z" fill={paint('e')} />
            <path d="M-26 88l52-2 2 18-56 2z" fill={cuff} />
            <path d="M-22 46c0-10 8-14 18-14h8c12 0 18 8 18 20l-2 40h-38z" fill={skin[tone].shade} />
            <path
              d="M-17 44h30M-18 56h32M-16 68h30M-13 79h25"
              stroke={skin[tone].light}
              strokeWidth="10"
              strokeLinecap="round"
            />
            <path
              d="M14 84C22 70 22 56 16 46c-4-8-14-4-12 4 2 10 2 22-4 32z"
              fill={skin[tone].light}
              stroke={skin[tone].shade}
              strokeWidth="1.5"
            />
          </g>
        </g>
      ))}
      <path d="M200 96l4 16 16 4-16 4-4 16-4-16-16-4 16-4z" fill="#fff" />
      <path
        d="M176 70l-8-18M226 70l8-18M200 62V40M152 84l-14-10M248 84l14-10"
        stroke="#FFE9A8"
        strokeWidth="5"
        strokeLinecap="round"
      />
      <path
        d="M166 38h.1M238 34h.1M126 62h.1M276 60h.1M200 22h.1"
        stroke="#FFD58A"
        strokeWidth="8"
        strokeLinecap="round"
      />
    </Scene>
  )
}

type Arm = { x: number; y: number; lean: number; turn: number; tone: Tone; sleeve: string; cuff: string }
const arms: readonly Arm[] = [
  { x: 92, y: 190, lean: 12, turn: 58, tone: 'brown', sleeve: '#4F7B68', cuff: '#8FAE8B' },
  { x: 310, y: 190, lean: -12, turn: -58, tone: 'fair', sleeve: '#7C3AED', cuff: '#C9B3F2' },
  { x: 163, y: 166, lean: 7, turn: 12, tone: 'olive', sleeve: '#2A1433', cuff: '#FFFDF8' },
  { x: 238, y: 166, lean: -7, turn: -12, tone: 'deep', sleeve: '#F7E3DC', cuff: '#E5447F' },
]
