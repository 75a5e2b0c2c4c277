import { useId } from 'react'
import { type DrawingProps, DrawingRoot, LinearGradient, RadialGradient } from '../scene.tsx'

/** Drawing of a bad photo print: a dancer, blurred by camera movement. */
export function BlurredDancerDrawing(props: DrawingProps) {
  const id = useId()
  const paint = (name: string) => `url(#${id}${name})`
  return (
    <DrawingRoot id={id} {...props}>
      <LinearGradient id={`${id}a`} colours={['#2A1238', '#5B2A66', '#A8567A', '#6B2F5E']} />
      <RadialGradient id={`${id}b`} colours={['#FFE3AECC', '#F2A94B80', '#F2A94B00']} at={[0, 0.6, 1]} />
      <filter id={`${id}c`} x="-.2" width="1.4">
        <feGaussianBlur stdDeviation="15 4" />
      </filter>
      <path d="M0 0h400v400H0z" fill={paint('a')} />
      <g fill={paint('b')}>
        <circle cx="70" cy="80" r="44" />
        <circle cx="150" cy="50" r="30" />
        <circle cx="330" cy="90" r="54" />
        <circle cx="250" cy="40" r="26" />
        <circle cx="380" cy="190" r="34" />
      </g>
      <g filter={paint('c')}>
        <path d="M40 420c-10-90 10-150 60-160-30-20-20-70 14-70s40 50 12 70c50 10 60 80 54 160z" fill="#E5447F" />
        <path d="M98 196c30-10 44 30 24 50-20 6-36-30-24-50zM66 270L10 190l16-10 60 74z" fill="#AD6E45" />
        <path d="M190 420c0-100 20-160 70-176-30-24-16-76 22-74s44 54 14 76c56 14 74 90 70 174z" fill="#241036" />
        <path d="M262 174c34-8 48 30 26 60-24 6-46-36-26-60zM330 270l50-90 16 10-44 96z" fill="#F6CDB0" />
        <path d="M150 420q10-90 50-120t60 120z" fill="#F3DCD6" />
        <path d="M-10 150q200-60 420 10" fill="none" stroke="#FFE3AE" strokeWidth="7" opacity=".35" />
        <path d="M-10 170q200-70 420 0" fill="none" stroke="#FFB0C8" strokeWidth="3" opacity=".5" />
      </g>
    </DrawingRoot>
  )
}
