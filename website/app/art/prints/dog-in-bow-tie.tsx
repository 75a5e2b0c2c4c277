import { type DrawingProps, DrawingRoot, LinearGradient, RadialGradient, RimLitPath, Stroke } from '../scene.tsx'

/** Drawing of a photo print: a dog with a bow tie, in front of garden lamps. */
export function DogInBowTieDrawing(props: DrawingProps) {
  return (
    <DrawingRoot {...props}>
      <LinearGradient id="a" colours={['#24433F', '#4F7B68', '#A9B98A']} />
      <RadialGradient id="b" colours={['#FFE3AE', '#FFD58A8C', '#FFD58A00']} at={[0, 0.45, 1]} />
      <LinearGradient id="c" across colours={['#8A4B2A', '#C9814A', '#E3A465']} />
      <LinearGradient id="d" colours={['#8F4D2C', '#5E2C22']} />
      <LinearGradient id="e" across colours={['#DCC3B8', '#FFF7EA', '#FFFDF8']} />
      <LinearGradient id="f" colours={['#F46A98', '#C42D68']} />
      <path d="M0 0h400v400H0z" fill="url(#a)" />
      <path d="M0 250c60-30 110-16 160-8s150-30 240 6v152H0z" fill="#5F8464" />
      <circle cx="330" cy="110" r="150" fill="url(#b)" />
      <g fill="#FFE3AE" stroke="#FFF3D6" strokeOpacity=".5">
        <circle cx="60" cy="70" r="26" opacity=".35" />
        <circle cx="112" cy="40" r="15" opacity=".5" />
        <circle cx="352" cy="64" r="34" opacity=".55" />
        <circle cx="300" cy="34" r="18" opacity=".6" />
        <circle cx="372" cy="150" r="20" opacity=".5" />
        <circle cx="32" cy="150" r="17" opacity=".3" />
        <circle cx="206" cy="26" r="12" opacity=".45" />
        <circle cx="92" cy="214" r="12" opacity=".25" />
      </g>
      <g transform="translate(-22 -6)scale(1.11)">
        <RimLitPath
          d="M146 226c-36 16-66 42-80 84-8 26-10 60-12 100h292c-2-40-4-74-12-100-14-42-44-68-80-84z"
          fill="url(#c)"
          rim="#FFE0A3"
          dx={3}
          dy={-2}
        />
        <path
          d="M166 226c-26 44-28 84-14 118 4-4 8-6 10-10 2 16 8 30 18 40 4-4 6-8 8-14 4 14 10 24 14 30 6-8 10-18 14-30 2 6 4 10 8 14 10-10 16-24 18-40 2 4 6 6 10 10 14-34 12-74-14-118z"
          fill="url(#e)"
        />
        <path d="M168 246q36 30 74-6l4 24q-40 28-82 4z" fill="#5E2C22" opacity=".3" />
        <path d="M150 304q52 32 104 2l-2 12q-52 26-102-2z" fill="#5E2C22" opacity=".22" />
        <g transform="rotate(-11 200 236)">
          <RimLitPath
            d="M256 106c36-4 60 32 64 84 2 26-14 36-30 24-18-16-28-50-44-84z"
            fill="url(#d)"
            rim="#FFE0A3"
            dx={3}
            dy={-2}
          />
          <path d="M144 106c-36-4-60 32-64 84-2 26 14 36 30 24 18-16 28-50 44-84z" fill="url(#d)" />
          <RimLitPath
            d="M200 82c-42 0-68 24-70 66-1 18 2 30 6 40c4 36 28 66 64 66s60-30 64-66c4-10 7-22 6-40-2-42-28-66-70-66z"
            fill="url(#c)"
            rim="#FFE0A3"
            dx={3}
            dy={-2}
          />
          <path
            d="M200 82c-10 0-12 18-12 38 0 30-12 46-24 64-14 24 4 68 36 70 32-2 50-46 36-70-12-18-24-34-24-64 0-20-2-38-12-38z"
            fill="url(#e)"
          />
          <Stroke d="M150 128q12-10 24-2M228 126q12-8 24 2" ink="#E9B582" width={6} />
          <ellipse cx="165" cy="155" rx="12" ry="13" fill="#2A1433" />
          <ellipse cx="235" cy="155" rx="12" ry="13" fill="#2A1433" />
          <Stroke d="M158 163q8 5 14 1M228 163q8 5 14 1" ink="#8A4B2A" width={3} />
          <circle cx="169.5" cy="150" r="4" fill="#fff" />
          <circle cx="239.5" cy="150" r="4" fill="#fff" />
          <path d="M189 226q11 8 22 0l1 16q-11 16-24 0z" fill="#E5708F" />
          <Stroke d="M200 206v14q-8 14-24 6M200 220q8 14 24 6" ink="#2A1433" width={4} />
          <path d="M180 186q20-10 40 0c2 12-10 22-20 24-10-2-22-12-20-24z" fill="#2A1433" />
          <Stroke d="M192 188q10-4 18 0" ink="#fff" width={3.5} opacity=".6" />
          <Stroke d="M162 212h.1M168 222h.1M158 222h.1M238 212h.1M232 222h.1M242 222h.1" ink="#B98C78" width={3} />
        </g>
        <path
          d="M204 280c-24-24-54-30-66-22-8 14-8 42 2 56 14 6 44-6 64-24zM204 280c24-24 54-30 66-22 8 14 8 42-2 56-14 6-44-6-64-24z"
          fill="url(#f)"
        />
        <Stroke
          d="M200 284q-26-2-40-12M200 288q-22 6-36 16M208 284q26-2 40-12M208 288q22 6 36 16"
          ink="#8E1D4E"
          width={3}
          opacity=".6"
        />
        <Stroke
          d="M150 272h.1M152 300h.1M172 262h.1M170 290h.1M178 306h.1M258 272h.1M256 300h.1M236 262h.1M238 290h.1M230 306h.1"
          ink="#FFE3EC"
          width={6}
        />
        <rect x="188" y="268" width="32" height="34" rx="10" fill="#D63673" />
        <Stroke d="M192 276q12-5 24 0" ink="#FF9CBC" width={3} />
      </g>
    </DrawingRoot>
  )
}
