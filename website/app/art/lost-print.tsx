import { looks, skin } from './newlyweds.tsx'
import { type DrawingProps, DrawingRoot, LinearGradient, RadialGradient } from './scene.tsx'

/** The drawing of the not-found page: an indistinct photo print with a loose corner. */
export function LostPrintDrawing(props: DrawingProps) {
  return (
    <DrawingRoot {...props}>
      <LinearGradient id="a" colours={['#C9B3F2', '#F7C6C5', '#FFE3BC', '#C9D2A2']} at={[0, 0.45, 0.6, 1]} />
      <RadialGradient id="b" colours={['#FFF6DC', '#FFD58AB3', '#FFD58A00']} />
      <filter id="c" x="-.2" y="-.2" width="1.4" height="1.4">
        <feGaussianBlur stdDeviation="13" />
      </filter>
      <path d="M0 0h400v400H0z" fill="url(#a)" />
      <circle cx="282" cy="120" r="120" fill="url(#b)" />
      <g filter="url(#c)">
        <path d="M-40 260q80-80 170-20t150-20 160 20v180H-40z" fill="#8FAE8B" />
        <path d="M-40 320q120-50 240-10t240-20v140H-40z" fill="#3F5F50" />
        <circle cx="161" cy="136" r="36" fill={looks.hisHair} />
        <circle cx="160" cy="158" r="31" fill={skin.him.light} />
        <path d="M100 400q-10-190 60-200t70 200z" fill="#4A2260" />
        <path d="M198 172a40 40 0 0 1 80 0c0 30 8 50-4 68h-72c-12-18-4-38-4-68z" fill={looks.herHair} />
        <circle cx="238" cy="176" r="28" fill={skin.her.light} />
        <path d="M180 400q0-170 58-186t66 186z" fill="#FFFDF8" />
        <circle cx="216" cy="290" r="22" fill="#E5447F" />
      </g>
    </DrawingRoot>
  )
}
