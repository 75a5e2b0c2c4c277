import { GrippingHand, RelaxedHand } from '../hands.tsx'
import { HerHead, HisHead } from '../newlyweds.tsx'
import { type DrawingProps, DrawingRoot, LinearGradient, RadialGradient, Stroke } from '../scene.tsx'

/** Drawing for the target group couples: two people on a sofa with a laptop, in the evening. */
export function CoupleDrawing(props: DrawingProps) {
  return (
    <DrawingRoot width={320} height={320} {...props}>
      <LinearGradient id="a" across colours={['#7A4A78', '#C98A9A', '#F3C9A8']} />
      <LinearGradient id="b" colours={['#3E2168', '#B4568A', '#FBA56F']} />
      <LinearGradient id="c" across colours={['#2F4F43', '#4F7B68', '#6E937A']} />
      <LinearGradient id="d" across colours={['#E8BFA0', '#FFF3E0']} />
      <LinearGradient id="e" across colours={['#8E1D4E', '#E5447F', '#F77FA6']} />
      <RadialGradient id="f" colours={['#FFF6DC', '#FFE3AE66', '#FFE3AE00']} />
      <path d="M0 0h320v320H0z" fill="url(#a)" />
      <path d="M26 20h96v120H26z" fill="#FBE3CC" />
      <path d="M33 27h82v106H33z" fill="url(#b)" />
      <path d="M33 108q30-20 50-8t32-4v37H33z" fill="#3E2168" />
      <circle cx="92" cy="92" r="11" fill="#FFE9B8" />
      <path d="M71 27h6v106h-6zM33 76h82v5H33z" fill="#FBE3CC" />
      <path d="M262 60v90M240 96h44l-10-44h-24z" fill="#FFE3AE" stroke="#8A4A5A" strokeWidth="3" />
      <circle cx="262" cy="84" r="84" fill="url(#f)" />
      <path d="M0 190c0-26 20-34 40-34h240c22 0 40 8 40 34v130H0z" fill="url(#c)" />
      <path d="M160 156v110" stroke="#24433F" strokeWidth="3" opacity=".5" />
      {/* his arm lies around her shoulders */}
      <path d="M46 320c-6-66 2-112 30-128 14-8 28-10 40-8 22 4 42 16 48 52l6 84z" fill="url(#d)" />
      <HisHead at="translate(112 130)rotate(7)scale(1.5)" eyes="glad" mouth="smile" turn={2} />
      <path d="M88 183q26 18 52-2l4 10q-30 22-58 2z" fill="#FFF9EE" />
      <path d="M144 320c-4-64 4-110 42-126 14-6 32-6 46 0 30 14 38 68 40 126z" fill="url(#e)" />
      <HerHead at="translate(190 144)rotate(-11)scale(1.46)" eyes="glad" mouth="laugh" turn={-2} />
      <GrippingHand tone="brown" at="translate(244 214)rotate(24)scale(.9)" />
      <path d="M256 196c14 2 22 10 20 24l-14 4-8-14z" fill="#E8C7AC" />
      <Stroke d="M84 214c-14 22-18 44-14 62" ink="#C9A088" width={3} opacity=".6" />
      <path d="M110 246h118l12 62H98z" fill="#4A3A5E" />
      <path d="M110 246h118l1 6H109z" fill="#FFF3D6" />
      <circle cx="169" cy="280" r="7" fill="#C9B3F2" opacity=".7" />
      <path d="M78 306h182l4 14H74z" fill="#2A1433" />
      <path d="M46 320c-4-22 4-44 18-58l20 8c-6 10-6 16 0 22l26 10-4 18z" fill="#F3DFC9" />
      <RelaxedHand tone="brown" at="translate(118 304)rotate(6)scale(-1 1)" />
      <path d="M274 320c2-24-2-44-12-58l-20 6c4 12 4 20-2 26l-22 10 4 16z" fill="#C42D68" />
      <RelaxedHand tone="fair" at="translate(212 306)rotate(-8)scale(.9)" />
      <circle cx="168" cy="226" r="70" fill="url(#f)" opacity=".6" />
    </DrawingRoot>
  )
}
