import { useId } from 'react'
import { type DrawingProps, Fade, Glow, Scene } from '../scene.tsx'

/** A garden party behind a thumb. */
export function Thumb(props: DrawingProps) {
  const id = useId()
  const paint = (name: string) => `url(#${id}${name})`
  return (
    <Scene id={id} {...props}>
      <Fade id={`${id}a`} colours={['#BFD9D6', '#FBE3C3', '#A9C08D', '#5F8464']} at={[0, 0.45, 0.5, 1]} />
      <Glow id={`${id}b`} cx={0.4} cy={0.3} r={0.8} colours={['#F9CDB2', '#E3A184', '#BF6F5E', '#7E3F4A']} />
      <Glow id={`${id}c`} colours={['#FFF3D6', '#FFF3D600']} />
      <path d="M0 0h400v400H0z" fill={paint('a')} />
      <circle cx="90" cy="60" r="140" fill={paint('c')} />
      <path d="M0 196c40-30 70-20 90-30s50-20 80 0 60-10 110 4 70-10 120 10v30H0z" fill="#7FA27C" />
      <path d="M0 40q80 50 180 8t220 20" fill="none" stroke="#5B2A5E" strokeWidth="1.5" />
      <path
        d="M20 54l16 4-12 18zM66 66l18 0-10 18zM112 64l18-5-6 20zM160 48l16-7-3 20zM206 34l18-3-7 19z"
        fill="#E5447F"
      />
      <path d="M42 60l18 4-12 18zM90 67l17-3-7 20zM136 58l17-7-4 20zM182 42l18-6-6 20z" fill="#7C3AED" />
      <path d="M20 240h170v10H20zM34 250h8v70h-8zM166 250h8v70h-8z" fill="#FFFDF8" />
      <path d="M16 236h178l-6 40q-84 14-166 0z" fill="#FBEDE6" />
      <path d="M60 236v-30h14v30zM63 206v-14h8v14z" fill="#3F5F50" />
      <path d="M96 236l-6-22h40l-6 22z" fill="#F2A94B" />
      <path d="M90 214q20-22 40 0z" fill="#E5447F" />
      <g fill="none" stroke="#C97B62" strokeLinejoin="round">
        <path d={thumb} strokeWidth="30" opacity=".18" />
        <path d={thumb} strokeWidth="20" opacity=".25" />
        <path d={thumb} strokeWidth="10" opacity=".4" />
      </g>
      <path d={thumb} fill={paint('b')} />
      <path
        d="M178 176C190 110 268 84 330 126"
        fill="none"
        stroke="#FFE3CC"
        strokeWidth="26"
        strokeLinecap="round"
        opacity=".25"
      />
    </Scene>
  )
}

const thumb = 'M490 262L352 112C300 58 222 62 178 112 136 162 146 236 192 284L324 424h166z'
