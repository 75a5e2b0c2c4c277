import { FrontHead } from '../figures.tsx'
import { GrippingHand } from '../hands.tsx'
import { type DrawingProps, DrawingRoot, LinearGradient, RadialGradient, RimLitPath, Stroke } from '../scene.tsx'

/** Drawing for the target group photographers: a photographer lowers her camera. */
export function PhotographerDrawing(props: DrawingProps) {
  return (
    <DrawingRoot width={320} height={320} {...props}>
      <LinearGradient id="a" colours={['#F2A07C', '#FBC38F', '#FFE3BC']} />
      <RadialGradient id="b" colours={['#FFF9E6', '#FFE9B8B3', '#FFE9B800']} />
      <LinearGradient id="c" across colours={['#241030', '#3D1D4C', '#6B3F6B']} />
      <RadialGradient id="d" cx={0.35} cy={0.35} colours={['#C9B3F2', '#5B3A9C', '#1B0B2A']} />
      <LinearGradient id="e" colours={['#4A3A5E', '#1D0C26']} />
      <path d="M0 0h320v320H0z" fill="url(#a)" />
      <circle cx="248" cy="90" r="130" fill="url(#b)" />
      <path d="M0 214q50-30 100-16t90-14 130 20v116H0z" fill="#E08A70" />
      <path d="M0 244q80-24 160-6t160-12v94H0z" fill="#B5607A" />
      <FrontHead
        tone="deep"
        at="translate(152 122)rotate(-6)scale(1.75)"
        eyes="open"
        mouth="laugh"
        lips="#B5245F"
        turn={2}
        brows="#1B0C1F"
        behind={
          <g fill="#1B0C1F">
            <circle cx="-2" cy="-40" r="15" />
            <circle cx="0" cy="-10" r="25" />
          </g>
        }
      >
        <path d="M-20-2C-24-34 24-34 20-2 15-14 8-20 0-20S-15-14-20-2z" fill="#1B0C1F" />
        <path d="M-21-12Q0-26 21-12l-1-7Q0-34-20-19z" fill="#F2A94B" />
        <Stroke d="M-21 10v7M21 10v7" ink="#FFD58A" width={3} />
      </FrontHead>
      <RimLitPath
        d="M40 320c0-80 26-122 76-138l30 2 36-4c50 14 82 60 84 140z"
        fill="url(#c)"
        rim="#FFE9B8"
        dx={3}
        dy={-2}
      />
      <path d="M118 180q32 34 66-2l-8 44-24 16-22-18z" fill="#FBF6F1" />
      <path d="M112 182l22 60-20-16-14 10zM188 180l-26 60 20-14 16 8z" fill="#1D0C26" />
      <path d="M112 184C96 220 104 250 118 262M192 180c16 30 8 66-2 80" fill="none" stroke="#E5447F" strokeWidth="6" />
      <path d="M104 246q0-8 8-8h18l8-14h34l8 14h20q8 0 8 8v54q0 8-8 8h-88q-8 0-8-8z" fill="url(#e)" />
      <path d="M104 256h104v10H104z" fill="#6B5A80" />
      <circle cx="156" cy="272" r="31" fill="#1D0C26" />
      <circle cx="156" cy="272" r="25" fill="url(#d)" />
      <circle cx="156" cy="272" r="10" fill="#1B0B2A" />
      <circle cx="147" cy="263" r="5" fill="#fff" opacity=".9" />
      <path d="M138 232h36v-4q0-4-4-4h-28q-4 0-4 4z" fill="#8A7A9C" />
      <path d="M40 320c4-30 30-44 60-46l14 6v30l-20 10zM266 320c0-26-24-44-48-46l-16 6v30l20 10z" fill="#2E1539" />
      <GrippingHand tone="deep" at="translate(102 284)rotate(8)scale(-1.2 1.2)" />
      <GrippingHand tone="deep" at="translate(210 284)rotate(-8)scale(1.2)" />
      <path d="M60 264l22 6-6 36-26 4zM252 264l-22 6 6 36 26 4z" fill="#2E1539" />
    </DrawingRoot>
  )
}
