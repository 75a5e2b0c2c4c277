import { SunsetWalkDrawing } from '../prints/sunset-walk.tsx'
import { type DrawingProps, DrawingRoot, LinearGradient } from '../scene.tsx'

/** Drawing: a framed photo print on a wall, in window light. */
export function FramedPrintDrawing(props: DrawingProps) {
  return (
    <DrawingRoot width={240} height={180} {...props}>
      <LinearGradient id="a" across colours={['#B5708F', '#E0A6A0', '#F7D3B4']} />
      <LinearGradient id="c" across colours={['#C9732C', '#FFD58A', '#D98A34']} />
      <LinearGradient id="d" across colours={['#3F5F50', '#8FAE8B']} />
      <path d="M0 0h240v180H0z" fill="url(#a)" />
      <path d="M56-6h58l40 150H96zM124-6h58l40 150h-58z" fill="#FFF3D6" opacity=".5" />
      <path d="M70 52h128l3 9H72z" fill="#E0A6A0" opacity=".5" />
      <path d="M52 28h112v96H52z" fill="#5B2A5E" opacity=".4" />
      <path d="M62 16h112v100H62z" fill="url(#c)" />
      <path d="M67 21h102v90H67z" fill="#FFFDF8" />
      <path d="M67 21h102v4H67z" fill="#C9A0A6" opacity=".5" />
      <svg x="79" y="31" width="78" height="70" viewBox="0 46 400 359">
        <SunsetWalkDrawing />
      </svg>
      <path d="M67 21h102L67 96z" fill="#fff" opacity=".14" />
      <path d="M0 144h240v36H0z" fill="#7A4A66" />
      <path d="M0 144h240v4H0z" fill="#FFD9B8" opacity=".8" />
      <path d="M30 148l22-40 10 0-8 40z" fill="#5B2A5E" opacity=".3" />
      <path
        d="M186 144c-10-34-2-58 6-68 4 20 8 44 0 68zM192 144c2-30 14-48 26-54 0 22-8 42-22 54zM190 144c-14-18-24-30-36-34 2 18 14 30 32 34z"
        fill="url(#d)"
      />
      <path d="M178 120h30l-4 26h-22z" fill="#FBEDE6" />
      <path d="M178 120h30l-1 5h-28z" fill="#C9A0A6" opacity=".5" />
      <path d="M34 144v-22q0-4 4-4h14q4 0 4 4v22z" fill="#E5447F" />
      <path d="M45 118V96" stroke="#4F7B58" strokeWidth="2" />
      <circle cx="45" cy="92" r="7" fill="#F7B7BE" />
      <circle cx="45" cy="92" r="3.5" fill="#E58FA0" />
    </DrawingRoot>
  )
}
