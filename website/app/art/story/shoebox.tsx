import { type DrawingProps, DrawingRoot, LinearGradient, RadialGradient, Stroke } from '../scene.tsx'

/** Drawing: an open shoebox full of photo prints. */
export function ShoeboxDrawing(props: DrawingProps) {
  return (
    <DrawingRoot width={240} height={180} {...props}>
      <LinearGradient id="a" across colours={['#9C5F83', '#D99A9A', '#F8D9B4']} />
      <LinearGradient id="b" across colours={['#5E2A66', '#8A4580']} />
      <LinearGradient id="c" across colours={['#B56A92', '#E0A0A4']} />
      <RadialGradient id="d" colours={['#FFF9EC', '#FFE9CF80', '#FFE9CF00']} />
      <LinearGradient id="e" colours={['#8C3F8C', '#E5628A', '#FFDE9C']} />
      <LinearGradient id="f" colours={['#BFD9D6', '#FBE3C3']} />
      <LinearGradient id="g" colours={['#B98268', '#8A4F5F']} />
      <LinearGradient id="h" across colours={['#2A103600', '#2A103699']} />
      <path d="M0 0h240v180H0z" fill="url(#a)" />
      <circle cx="214" cy="18" r="130" fill="url(#d)" />
      <path d="M0 118q120-10 240-2v64H0z" fill="url(#g)" />
      <path d="M0 118q120-10 240-2v3q-120-8-240 2z" fill="#FFE9CF" opacity=".5" />
      <path d="M0 150q110-16 240-8M0 172q120-14 240-6" fill="none" stroke="#5E2A46" strokeWidth="1" opacity=".3" />
      <path d="M-6 150l44-16 110 30-34 20H-6z" fill="url(#h)" />
      {/* Lid of the shoebox, behind and beside the box */}
      <path d="M178 60l46 8 2 78-44-6z" fill="#7A3A74" />
      <path d="M184 67l36 6 1 66-35-5z" fill="#4E1F58" />
      <path d="M178 60l46 8v4l-46-8z" fill="#E0A0A4" />
      {/* Inside of the shoebox, then the photo prints in it, from back to front */}
      <path d="M36 94l56-16 112 10-54 18z" fill="#3A1546" />
      <g transform="matrix(1 .1 0 1 88 74)">
        <g transform="rotate(-3)">
          <path d="M6-40h62v74H6z" fill="#F3E6DE" />
          <path d="M11-35h52v44H11z" fill="url(#f)" />
          <path d="M11-4q16-18 28-8t24 2V9H11z" fill="#5F8464" />
        </g>
      </g>
      <g transform="matrix(1 .1 0 1 80 80)">
        <g transform="rotate(4)">
          <path d="M34-38h62v74H34z" fill="#FBF3EC" />
          <path d="M39-33h52v44H39z" fill="#C9B3F2" />
          <circle cx="66" cy="-15" r="9" fill="#814A2E" />
          <path d="M56-18q0-13 10-13t10 13q-4-6-10-6t-10 6z" fill="#1B0C1F" />
          <Stroke d="M62-14h.1M70-14h.1" ink="#1B0C1F" width={1.8} />
          <Stroke d="M63-10q3 2.5 6 0" ink="#1B0C1F" width={1.2} />
          <path d="M48 11q2-18 18-18t19 18z" fill="#7C3AED" />
        </g>
      </g>
      <g transform="matrix(1 .1 0 1 60 84)">
        <g transform="rotate(-5)">
          <path d="M2-36h62v74H2z" fill="#FFFDF8" />
          <path d="M7-31h52v44H7z" fill="url(#e)" />
          <circle cx="38" cy="-8" r="8" fill="#FFF3C9" />
          <path d="M7 2q22-10 32-2t20-2v15H7z" fill="#5B2A5E" />
        </g>
      </g>
      <g transform="matrix(1 .1 0 1 50 81)">
        <g transform="rotate(2)">
          <path d="M28-28h62v70H28z" fill="#FFFDF8" />
          <path d="M33-23h52v44H33z" fill="#F7C6C5" />
          <circle cx="52" cy="-7" r="8" fill="#F6CDB0" />
          <circle cx="68" cy="-5" r="8" fill="#DDA070" />
          <path d="M44-9q0-10 9-10t8 8q-8 0-10-4-2 4-7 6zM60-8q0-9 9-9t8 9q-4-4-9-4t-8 4z" fill="#43184F" />
          <Stroke d="M49-7h.1M55-7h.1M65-5h.1M71-5h.1" ink="#3A1B1B" width={1.6} />
          <Stroke d="M50-3.5q2 2 4 0M66-1.5q2 2 4 0" ink="#3A1B1B" width={1} />
          <path d="M36 21q2-18 16-18t15 18z" fill="#E5447F" />
          <path d="M54 21q2-15 15-15t14 15z" fill="#2F4F43" />
        </g>
      </g>
      {/* Front, side and rim of the shoebox */}
      <path d="M36 94l114 12-4 60-106-16z" fill="url(#b)" />
      <path d="M150 106l54-18-6 56-52 22z" fill="url(#c)" />
      <path d="M33 91l119 13-1 11-117-13zM152 104l55-19-1 10-55 20z" fill="#B56A92" />
      <path d="M152 104l55-19-1 10-55 20z" fill="#F2BFB0" />
      <path d="M33 91l119 13 55-19" fill="none" stroke="#FFE3D6" strokeWidth="1.5" />
      <path d="M66 117l52 7-2 26-50-7z" fill="#FBEDE6" />
      <Stroke d="M74 126q5-4 8 1t8 0 8 2 8 0M76 135q6-2 10 1t12 1" ink="#5B2A5E" width={2} />
      {/* Two photo prints that fell out of the shoebox */}
      <path d="M8 152l40-12 10 26-40 13z" fill="#2A1036" opacity=".3" />
      <path d="M10 147l40-11 9 27-40 13z" fill="#FFFDF8" />
      <path d="M15 149l31-8 5 16-30 9z" fill="#F2A94B" />
      <path d="M18 160q12-12 31-7l2 4-30 9z" fill="#B5607A" />
      <path d="M196 160l30-4 4 20-32 4z" fill="#2A1036" opacity=".3" />
      <path d="M196 156l32-4 5 22-33 4z" fill="#FFFDF8" />
      <path d="M200 159l25-3 2 13-25 3z" fill="#7FA27C" />
    </DrawingRoot>
  )
}
