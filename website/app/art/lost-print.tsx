import { useId } from 'react'
import { type DrawingProps, DrawingRoot, LinearGradient, RadialGradient } from './scene.tsx'

/** The drawing of the not-found page: an indistinct photo print with a loose corner. */
export function LostPrintDrawing(props: DrawingProps) {
  const id = useId()
  const paint = (name: string) => `url(#${id}${name})`
  return (
    <DrawingRoot id={id} {...props}>
      <LinearGradient id={`${id}a`} colours={['#C9B3F2', '#F7C6C5', '#FFE3BC', '#C9D2A2']} at={[0, 0.45, 0.6, 1]} />
      <RadialGradient id={`${id}b`} colours={['#FFF6DC', '#FFD58AB3', '#FFD58A00']} />
      <filter id={`${id}c`} x="-.2" y="-.2" width="1.4" height="1.4">
        <feGaussianBlur stdDeviation="13" />
      </filter>
      <path d="M0 0h400v400H0z" fill={paint('a')} />
      <circle cx="282" cy="120" r="120" fill={paint('b')} />
      <g filter={paint('c')}>
        <path d="M-40 260q80-80 170-20t150-20 160 20v180H-40z" fill="#8FAE8B" />
        <path d="M-40 320q120-50 240-10t240-20v140H-40z" fill="#3F5F50" />
        <circle cx="160" cy="150" r="34" fill="#AD6E45" />
        <path d="M100 400q-10-190 60-200t70 200z" fill="#7C3AED" />
        <circle cx="238" cy="172" r="30" fill="#F6CDB0" />
        <path d="M180 400q0-170 58-186t66 186z" fill="#FFFDF8" />
        <circle cx="216" cy="290" r="22" fill="#E5447F" />
      </g>
    </DrawingRoot>
  )
}
