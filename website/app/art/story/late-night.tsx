import { useId } from 'react'
import { type DrawingProps, Fade, Glow, Lit, Scene } from '../scene.tsx'

/** A laptop glows in a dark kitchen; the grid on it has no end. */
export function LateNight(props: DrawingProps) {
  const id = useId()
  const paint = (name: string) => `url(#${id}${name})`
  return (
    <Scene id={id} width={240} height={180} {...props}>
      <Fade id={`${id}a`} colours={['#1B0B2A', '#3A1B58', '#4A2A66']} />
      <Glow id={`${id}b`} colours={['#E9DEFB', '#C9B3F280', '#C9B3F200']} />
      <Glow id={`${id}c`} colours={['#FFE3AE', '#F2A94B66', '#F2A94B00']} />
      <path d="M0 0h240v180H0z" fill={paint('a')} />
      <path d="M16 18h56v62H16z" fill="#5B3A9C" />
      <path d="M44 18v62M16 48h56" stroke="#2A1433" strokeWidth="4" />
      <path d="M58 26a9 9 0 1 0 6 15 11 11 0 0 1-6-15z" fill="#FFF3D6" />
      <path d="M186 0v26" stroke="#1B0B2A" strokeWidth="2" />
      <circle cx="186" cy="46" r="46" fill={paint('c')} opacity=".6" />
      <path d="M170 42q0-18 16-18t16 18z" fill="#E5447F" />
      <path d="M172 42h28l-3 4h-22z" fill="#FFE3AE" />
      <circle cx="120" cy="92" r="92" fill={paint('b')} opacity=".75" />
      <path d="M58 46q0-4 4-4h116q4 0 4 4v78H58z" fill="#2A1433" />
      <path d="M63 47h114v73H63z" fill="#FBF6F1" />
      <g fill="none" strokeWidth="11">
        <path d="M67 56h108M67 84h108" stroke="#C9B3F2" strokeDasharray="11 3.1" />
        <path d="M67 70h108M67 98h108" stroke="#F7C6C5" strokeDasharray="11 3.1" />
        <path d="M67 112h108" stroke="#8FAE8B" strokeDasharray="11 3.1" />
        <path d="M95 56h11M151 70h11M81 84h11M137 98h11M67 112h11" stroke="#E5447F" />
        <path d="M123 70h11M67 70h11M165 84h9M109 112h11" stroke="#F2A94B" />
        <path d="M137 56h11M109 84h11M81 98h11M165 112h9" stroke="#7C3AED" />
      </g>
      <path d="M0 134h240v46H0z" fill="#241036" />
      <path d="M0 134h240v3H0z" fill="#C9B3F2" opacity=".35" />
      <path d="M46 124h148l12 12H34z" fill="#4A3A5E" />
      <path d="M206 122h16v16q0 6-8 6t-8-6zM222 126q8 0 8 6t-9 6" fill="#F7C6C5" stroke="#F7C6C5" strokeWidth="2" />
      <path d="M210 116q-3-4 0-8t0-8M217 116q-3-4 0-8t0-8" fill="none" stroke="#fff" strokeWidth="1.5" opacity=".4" />
      <Lit
        d="M54 180c2-26 18-36 46-40 6-1 9-4 9-10-9-5-13-14-13-25-3-4-3-9 0-10 0-14 10-23 24-23s25 9 24 24c3 1 3 6 0 10 0 11-5 19-14 24 0 6 3 9 10 10 28 4 44 14 46 40z"
        fill="#160821"
        rim="#E9DEFB"
        dx={0}
        dy={-1.5}
      />
      <circle cx="120" cy="66" r="9" fill="#160821" />
    </Scene>
  )
}
