import { useId } from 'react'
import { type DrawingProps, Fade, Glow, Scene } from '../scene.tsx'

/** A shoebox overflows with prints. */
export function Shoebox(props: DrawingProps) {
  const id = useId()
  const paint = (name: string) => `url(#${id}${name})`
  return (
    <Scene id={id} width={240} height={180} {...props}>
      <Fade id={`${id}a`} across colours={['#E0A6A0', '#F3C9A8', '#FFE9CF']} />
      <Fade id={`${id}b`} across colours={['#8A4F7C', '#B5708F', '#D995A0']} />
      <Fade id={`${id}c`} across colours={['#4A245C99', '#4A245C00']} />
      <Glow id={`${id}d`} colours={['#FFF9EC', '#FFF9EC00']} />
      <Fade id={`${id}e`} colours={['#8C3F8C', '#E5628A', '#FFDE9C']} />
      <Fade id={`${id}f`} colours={['#BFD9D6', '#FBE3C3']} />
      <path d="M0 0h240v180H0z" fill={paint('a')} />
      <circle cx="220" cy="10" r="120" fill={paint('d')} />
      <path d="M0 128h240v52H0z" fill="#D9A08C" />
      <path d="M0 128h240v3H0z" fill="#fff" opacity=".4" />
      <path d="M0 158l56-16h130l-14 24-90 14H0z" fill={paint('c')} transform="matrix(-1 0 0 1 178 0)" />
      <g fill="#FFFDF8" stroke="#B5708F" strokeOpacity=".35">
        <path d="M66 40l44-8 8 52-44 8z" />
        <path d="M118 26l46 4-4 56-46-4z" />
        <path d="M150 44l42 12-14 50-42-12z" />
        <path d="M94 54l44-2 2 50-44 2z" />
      </g>
      <path d="M71 44l35-6 5 34-35 6z" fill={paint('e')} />
      <path d="M124 32l36 3-3 38-36-3z" fill={paint('f')} />
      <path d="M122 58q12-12 20-4t16 4l-1 15-36-3z" fill="#5F8464" />
      <path d="M154 51l32 9-9 33-32-9z" fill="#C9B3F2" />
      <circle cx="166" cy="70" r="7" fill="#AD6E45" />
      <path d="M152 86q4-12 14-10t12 16l-1 1-26-7z" fill="#7C3AED" />
      <path d="M99 59l35-2 1 36-35 2z" fill="#F7C6C5" />
      <circle cx="110" cy="74" r="6" fill="#F6CDB0" />
      <circle cx="123" cy="72" r="6" fill="#DDA070" />
      <path d="M101 94q2-14 10-14t9 13zM115 93q2-15 9-15t10 13l1 2z" fill="#E5447F" />
      <path d="M58 90h124l-8 66q-54 6-108 0z" fill={paint('b')} />
      <path d="M54 84h132l-2 14H56z" fill="#C98A9A" />
      <path d="M54 84h132v4H54z" fill="#FFE3D6" opacity=".7" />
      <path d="M92 112h56v24H92z" fill="#FBEDE6" />
      <path d="M100 121h40M106 128h28" stroke="#5B2A5E" strokeWidth="2.5" strokeLinecap="round" />
      <path d="M182 172l8-52 44 6-10 50z" fill="#8A4F7C" />
      <path d="M186 168l7-44 36 5-8 42z" fill="#5B2A5E" opacity=".5" />
      <path d="M20 150l36-6 6 26-36 6z" fill="#FFFDF8" />
      <path d="M25 152l27-4 3 15-27 5z" fill="#F2A94B" />
      <path d="M26 160q12-10 28-2l1 5-27 5z" fill="#B5607A" />
    </Scene>
  )
}
