import { GrippingHand } from '../hands.tsx'
import { HerHead, HisHead } from '../newlyweds.tsx'
import { type DrawingProps, DrawingRoot, LinearGradient, RadialGradient, Stroke } from '../scene.tsx'

/** Drawing: two people at a kitchen table at night, lit by a laptop full of photos. */
export function LateNightDrawing(props: DrawingProps) {
  return (
    <DrawingRoot width={240} height={180} {...props}>
      <LinearGradient id="a" colours={['#170924', '#33164F', '#4A2463']} />
      <RadialGradient id="b" colours={['#E9DEFB', '#B99AF080', '#C9B3F200']} />
      <LinearGradient id="c" colours={['#0D1838', '#3B2A78']} />
      <LinearGradient id="d" colours={['#D9BFC4', '#5B4470']} />
      <LinearGradient id="e" colours={['#B0326B', '#4A1545']} />
      <LinearGradient id="g" colours={['#6A567F', '#2A1840']} />
      <path d="M0 0h240v180H0z" fill="url(#a)" />
      <path d="M14 12h58v66H14z" fill="url(#c)" />
      <path d="M60 22a10 10 0 1 0 5 17 13 13 0 0 1-5-17z" fill="#FFF3D6" />
      <Stroke d="M22 30h.1M34 20h.1M26 60h.1M48 64h.1" ink="#fff" width={1.6} />
      <path d="M43 12v66M14 46h58M12 10h62v70H12z" fill="none" stroke="#5A3A78" strokeWidth="3.5" />
      <path d="M168 30h66M168 58h66" stroke="#5A3A78" strokeWidth="3" />
      <path
        d="M176 28v-12h8v12zM188 28V12h6v16zM200 28q0-12 9-12t9 12zM178 56V44h14v12zM206 56V40h7v16zM216 56V44h6v12z"
        fill="#4A2A6B"
      />
      <circle cx="120" cy="126" r="104" fill="url(#b)" opacity=".8" />
      <HisHead at="translate(84 78)rotate(5)scale(1.02)" eyes="open" mouth="odd" turn={2} />
      <path d="M34 180c-2-34 8-58 26-66 10-4 16-6 20-8 8 6 12 4 18 0 22 6 30 24 32 74z" fill="url(#d)" />
      <HerHead at="translate(156 88)rotate(14)" eyes="asleep" mouth="odd" turn={-2} />
      <path d="M122 180c-2-30 6-50 24-60 10 6 22 8 32 4 22 6 34 24 34 56z" fill="url(#e)" />
      {/* her head rests on her hand */}
      <GrippingHand tone="fair" at="translate(177 104)rotate(80)scale(.74)" />
      <path d="M208 180c4-22-2-42-18-59l-18 7c10 16 14 34 14 52z" fill="#8A1F55" />
      <path d="M190 121l-19 7 3 6 19-7z" fill="#C2477F" />
      <path d="M0 158h240v22H0z" fill="#1B0B2A" />
      <path d="M0 158h240v2H0z" fill="#C9B3F2" opacity=".4" />
      {/* The laptop: light from its screen, and the back of the screen */}
      <path d="M70 122q0-5 5-5h82q5 0 5 5l6 46H64z" fill="url(#g)" />
      <path d="M70 122q0-5 5-5h82q5 0 5 5v1H70z" fill="#F7F0FF" />
      <circle cx="116" cy="144" r="4.5" fill="#C9B3F2" opacity=".6" />
      <path d="M54 168h124l4 6H50z" fill="#120719" />
      <path d="M200 150h18v14q0 6-9 6t-9-6zM218 154q8 0 8 6t-9 5" fill="#E9A9B0" stroke="#E9A9B0" strokeWidth="2" />
      <path d="M200 150h18v4h-18z" fill="#FFE3D6" opacity=".6" />
      <path d="M18 152l30 3-2 20-30-4z" fill="#EADFF2" />
      <path d="M21 156l24 2-1 12-24-3z" fill="#7C5AA6" />
    </DrawingRoot>
  )
}
