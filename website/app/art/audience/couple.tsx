import { useId } from 'react'
import { FrontHead } from '../figures.tsx'
import { type DrawingProps, DrawingRoot, LinearGradient, RadialGradient } from '../scene.tsx'

/** Drawing for the target group couples: two people on a sofa with a laptop, in the evening. */
export function CoupleDrawing(props: DrawingProps) {
  const id = useId()
  const paint = (name: string) => `url(#${id}${name})`
  return (
    <DrawingRoot id={id} width={320} height={320} {...props}>
      <LinearGradient id={`${id}a`} across colours={['#7A4A78', '#C98A9A', '#F3C9A8']} />
      <LinearGradient id={`${id}b`} colours={['#3E2168', '#B4568A', '#FBA56F']} />
      <LinearGradient id={`${id}c`} across colours={['#2F4F43', '#4F7B68', '#6E937A']} />
      <LinearGradient id={`${id}d`} across colours={['#E8BFA0', '#FFF3E0']} />
      <LinearGradient id={`${id}e`} across colours={['#8E1D4E', '#E5447F', '#F77FA6']} />
      <RadialGradient id={`${id}f`} colours={['#FFF6DC', '#FFE3AE66', '#FFE3AE00']} />
      <path d="M0 0h320v320H0z" fill={paint('a')} />
      <path d="M26 20h96v120H26z" fill="#FBE3CC" />
      <path d="M33 27h82v106H33z" fill={paint('b')} />
      <path d="M33 108q30-20 50-8t32-4v37H33z" fill="#3E2168" />
      <circle cx="92" cy="92" r="11" fill="#FFE9B8" />
      <path d="M71 27h6v106h-6zM33 76h82v5H33z" fill="#FBE3CC" />
      <path d="M262 60v90M240 96h44l-10-44h-24z" fill="#FFE3AE" stroke="#8A4A5A" strokeWidth="3" />
      <circle cx="262" cy="84" r="84" fill={paint('f')} />
      <path d="M0 190c0-26 20-34 40-34h240c22 0 40 8 40 34v130H0z" fill={paint('c')} />
      <path d="M160 156v110" stroke="#24433F" strokeWidth="3" opacity=".5" />
      <FrontHead tone="brown" at="translate(112 128)rotate(8)scale(1.4)" eyes="glad" mouth="smile">
        <path d="M-20 0C-25-30-8-36 4-34c14 0 19 12 16 34-2-8-4-12-8-18-10 4-18 4-24 0-4 6-6 10-8 18z" fill="#1B0C1F" />
        <path d="M-16 8q2 18 16 18t16-18q-4 8-9 7-7-4-14 0-5 1-9-7z" fill="#1B0C1F" />
      </FrontHead>
      <path d="M60 320c-6-70 0-118 30-134 12-6 24-8 34-6 24 4 42 20 46 60l6 80z" fill={paint('d')} />
      <FrontHead
        tone="fair"
        at="translate(188 138)rotate(-10)scale(1.36)"
        eyes="glad"
        mouth="laugh"
        behind={
          <path
            d="M-22-4C-28-38 28-40 24-4c0 18 8 30 2 44-10 4-20 2-26-2H-6c-8 4-18 4-22 0 8-14 6-26 6-42z"
            fill="#A6482E"
          />
        }
      >
        <path d="M-20 2C-26-34 24-40 20 0 16-12 8-20-2-20c-8 4-14 10-18 22z" fill="#BE5A36" />
      </FrontHead>
      <path d="M150 320c-2-70 10-112 36-124 20-4 36-2 48 4 24 14 34 60 34 120z" fill={paint('e')} />
      <path d="M84 214c-18 30-14 66 8 76l60-8-4-18-34 0c-6-12-8-30-6-44z" fill="#E0B598" />
      <path d="M248 224c14 26 10 56-8 66l-56-8 4-18 30 0c6-10 6-26 4-36z" fill="#C42D68" />
      <path d="M150 264c12-4 18 0 18 8s-12 12-20 10zM186 264c-12-4-18 0-18 8s10 12 18 10z" fill="#AD6E45" />
      <path d="M186 264c-12-4-18 0-18 8s10 12 18 10z" fill="#F6CDB0" />
      <path d="M108 246h120l12 62H96z" fill="#4A3A5E" />
      <path d="M108 246h120l1 6H107z" fill="#FFF3D6" />
      <circle cx="168" cy="280" r="7" fill="#C9B3F2" opacity=".7" />
      <path d="M80 306h176l4 14H76z" fill="#2A1433" />
      <circle cx="168" cy="226" r="70" fill={paint('f')} opacity=".6" />
    </DrawingRoot>
  )
}
