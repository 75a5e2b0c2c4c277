import type { ReactNode } from 'react'
import { BouquetDrawing } from './prints/bouquet.tsx'
import { FirstDanceDrawing } from './prints/first-dance.tsx'
import { RaisedGlassesDrawing } from './prints/toast.tsx'
import { type DrawingProps, DrawingRoot, LinearGradient, RadialGradient, Stroke } from './scene.tsx'

/**
 * The poster of the demo video for pages without script: the first frame of the silent scene (pages/home/sections/preview), that is the
 * app's window with a photo between the pile that is let go and the pile that is kept. It has no text, because a picture file cannot use
 * the page's fonts.
 */
export function VideoPosterDrawing(props: DrawingProps) {
  return (
    <DrawingRoot width={640} height={360} {...props}>
      <LinearGradient id="a" colours={['#241036', '#5B2A66', '#B5607A']} />
      <RadialGradient id="b" colours={['#FFE3AE59', '#FFE3AE00']} />
      <RadialGradient id="c" colours={['#F98FB080', '#F98FB000']} />
      <RadialGradient id="d" colours={['#FFFDFB', '#F3E8DD']} />
      <path d="M0 0h640v360H0z" fill="url(#a)" />
      <circle cx="100" cy="80" r="130" fill="url(#b)" />
      <circle cx="560" cy="110" r="180" fill="url(#c)" />
      {/* the window */}
      <path d="M19 22q0-8 8-8h586q8 0 8 8v322q0 10-8 10H27q-8 0-8-10z" fill="#1B0B2A" opacity=".45" />
      <path d="M19 22q0-8 8-8h586q8 0 8 8v316q0 8-8 8H27q-8 0-8-8z" fill="#FFFDFB" />
      <path d="M19 41h602v271H19z" fill="url(#d)" />
      <path d="M19 41h602M19 312h602" stroke="#E4D6CB" />
      <g fill="#8F7A99" opacity=".55">
        <circle cx="33" cy="28" r="4.500" />
        <circle cx="46" cy="28" r="4.500" />
        <circle cx="59" cy="28" r="4.500" />
      </g>
      <Stroke d="M284 28h72" ink="#2A1433" width={6} opacity=".8" />
      <Stroke d="M524 28h76" ink="#655370" width={5} opacity=".5" />
      <circle cx="512" cy="28" r="3.500" fill="#2F6B4A" />
      {/* the keys for letting go, undo and keeping */}
      <g fill="#fff" stroke="#8F7A99">
        <path d="M228 321h20v16h-20zM302 321h20v16h-20zM392 321h20v16h-20z" />
        <path d="M242 329h-8m3-3-3 3 3 3M398 329h8m-3-3 3 3-3 3M316 332v-2q0-3-3-3h-5m3-3-3 3 3 3" stroke="#2A1433" />
        <Stroke d="M254 329h32M328 329h28M360 329h26" ink="#2A1433" width={4} opacity=".7" />
      </g>
      <PileOfLetGo />
      {/* the pile of kept photos */}
      <Print x={540} y={160} turn={10} size={70}>
        <BouquetDrawing />
      </Print>
      <Print x={540} y={160} turn={-5} size={70}>
        <RaisedGlassesDrawing />
      </Print>
      <Stroke d="M520 224h40" ink="#B8235C" width={5} opacity=".8" />
      <Print x={320} y={174} turn={0} size={196}>
        <FirstDanceDrawing />
      </Print>
    </DrawingRoot>
  )
}

function PileOfLetGo() {
  return (
    <g opacity=".8">
      <Print x={100} y={160} turn={-9} size={70}>
        <path d="M0 0h400v400H0z" fill="#8C7A9A" />
        <path d="M0 300q110-130 190-40t210-60v200H0z" fill="#6B5672" />
        <circle cx="140" cy="120" r="46" fill="#F2C9B0" opacity=".7" />
        <circle cx="290" cy="90" r="34" fill="#F7B7CB" opacity=".6" />
      </Print>
      <Stroke d="M82 224h36" ink="#655370" width={5} />
    </g>
  )
}

type PrintProps = { x: number; y: number; turn: number; size: number; children: ReactNode }

/** A photo print of the given width around its centre. Its drawing is 400 by 400. */
function Print({ x, y, turn, size, children }: PrintProps) {
  const edge = size * 0.04
  const picture = size - 2 * edge
  return (
    <g transform={`translate(${x} ${y})rotate(${turn})translate(${-size / 2} ${-size * 0.55})`}>
      <path d={`M0 0h${size}v${size * 1.1}H0z`} fill="#2A1433" opacity=".28" transform="translate(-2 6)" />
      <path d={`M0 0h${size}v${size * 1.1}H0z`} fill="#fff" />
      <svg x={edge} y={edge} width={picture} height={picture} viewBox="0 0 400 400">
        {children}
      </svg>
    </g>
  )
}
