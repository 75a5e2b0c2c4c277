import { HerProfile, HisProfile } from '../newlyweds.tsx'
import { RoseShape, roseColours } from '../roses.tsx'
import { type DrawingProps, DrawingRoot, LinearGradient, RadialGradient, Stroke } from '../scene.tsx'

/** Drawing of a photo print: a wedding couple meets under trees, with light between the two. */
export function FirstLookDrawing(props: DrawingProps) {
  return (
    <DrawingRoot {...props}>
      <LinearGradient id="a" colours={['#FFE3B8', '#FFF2D8', '#EBCF9F', '#B9A56F']} at={[0, 0.45, 0.75, 1]} />
      <RadialGradient id="b" colours={['#fff', '#FFF3D6B3', '#FFE7C200']} />
      <LinearGradient id="c" colours={['#4F7B68', '#24433F']} />
      <LinearGradient id="d" across colours={['#1D0C26', '#37193F', '#5E3360']} at={[0, 0.6, 1]} />
      <LinearGradient id="e" across colours={['#FFFDF8', '#FBEDE6', '#DDBACB']} at={[0, 0.4, 1]} />
      <LinearGradient id="f" colours={['#FFFFFFE6', '#FFF6EE40']} />
      <path d="M0 0h400v400H0z" fill="url(#a)" />
      <Stroke d="M66 262C30 150 80 50 206 44s176 110 134 214" ink="#D9DDA9" width={44} dashes="0 23" />
      <Stroke d="M40 258C0 120 70 14 206 12s204 110 160 240" ink="#A9C08D" width={52} opacity=".85" dashes="0 31" />
      <circle cx="206" cy="160" r="165" fill="url(#b)" />
      <path d="M0 318q110-30 210-26t190 26v82H0z" fill="#A6AE74" />
      <path d="M0 346q60-18 96-12l-30 66H0zM400 346q-60-18-96-12l40 66h56z" fill="#6F8259" opacity=".7" />
      <path d="M0 0h400v130C350 70 280 84 206 76S60 70 0 140z" fill="url(#c)" />
      <Stroke
        d="M-8 300C20 220-30 130 50 96S150 40 206 60 330 30 366 104 380 220 408 300"
        ink="#3A6357"
        width={58}
        dashes="0 27"
      />
      <Stroke
        d="M-10 230C10 150 0 90 70 70s90-50 140-36S330 10 372 78s10 110 38 150"
        ink="#24433F"
        width={46}
        dashes="0 21"
      />
      <Stroke d="M30 184q34-80 110-100 66-40 120-10 86 4 114 106" ink="#7FA27C" width={9} dashes="0 29 0 17 0 41" />
      <Stroke
        d="M44 204q34-90 112-104 60-36 110-4 70 8 94 100"
        ink="#F6E6B4"
        width={6}
        opacity=".8"
        dashes="0 37 0 61 0 23"
      />
      <Stroke
        d="M0 150Q30 60 110 44t110-26 110 10 70 110M10 200Q20 100 100 66t120-22 116 14 60 130"
        ink="#3F6B5A"
        width={7}
        dashes="0 19 0 13 0 31"
      />
      <path d="M268 130c40 20 66 110 80 270h-104z" fill="url(#f)" />
      <HisProfile at="translate(146 118)scale(1.24)rotate(5)" />
      <HerProfile at="translate(250 136)scale(-1.18 1.18)rotate(4)" wreath />
      <path d="M84 352h102l7 48H82z" fill="#160821" />
      <path
        d="M126 158c-26 6-39 22-43 50-4 30 7 58 7 84-2 24-9 44-12 68 36 11 78 11 113 0-4-46 0-102-4-146-2-24-12-40-26-48z"
        fill="url(#d)"
      />
      <path d="M142 162l15 62 16-48-10-14z" fill="#FFFDF8" />
      <path d="M157 182l-4 30 6 18 6-30z" fill="#E5447F" />
      <path d="M126 158l30 66-20-26-4 6zM164 162l12 16-4 16z" fill="#1D0C26" />
      <path d="M163 163c16 8 25 27 27 51 4 46 0 100 4 146l-4 1c-3-50 0-100-3-147-2-24-12-43-24-51z" fill="#FFD9A0" />
      <path d="M238 170c-10 4-15 14-14 26l48 6c0-18-4-28-14-33z" fill="#E9B396" />
      <path
        d="M223 194c-2 20 3 36 9 52-22 38-44 92-50 154h152c-8-66-38-116-70-154 6-18 10-32 8-50-16 8-34 6-49-2z"
        fill="url(#e)"
      />
      <path
        d="M232 248c-18 40-28 96-30 152h28c-6-60-2-110 2-152zM250 250c6 50 22 104 26 150h26c-8-56-28-104-52-150z"
        fill="#fff"
        opacity=".5"
      />
      <path
        d="M104 196c-10 26-9 56 3 79 4 7 11 9 19 8l62-12-2-22-50 6c-4-16-1-38-3-54-5-16-23-18-29-5z"
        fill="#2B1234"
      />
      <path d="M107 275c4 7 11 9 19 8l62-12" fill="none" stroke="#8A4F7C" strokeWidth="1.5" />
      <path d="M184 249l8-1 2 22-8 2z" fill="#FFFDF8" />
      <path
        d="M254 184c8-8 18 0 19 12 2 26 1 46-6 58-4 7-10 10-17 11l-42 5-4-13 41-12c6-14 4-40 9-61z"
        fill="#F6CDB0"
      />
      <path
        d="M180 277q-22-4-26 12 18 8 28-4zM244 275q24-8 30 8-18 10-30 0zM208 313q-12 14-4 30 14-10 12-28zM232 311q16 10 16 28-18-6-22-22zM190 303q-18 6-18 22 18 2 24-14z"
        fill="#4F7B68"
      />
      <RoseShape x={196} y={283} size={0.62} colours={roseColours.blush} />
      <RoseShape x={236} y={283} size={0.55} colours={roseColours.plum} />
      <RoseShape x={203} y={305} size={0.6} colours={roseColours.cream} />
      <RoseShape x={228} y={303} size={0.66} colours={roseColours.blush} />
      <RoseShape x={215} y={287} size={0.8} colours={roseColours.rose} />
      <path d="M192 250c10-5 22-4 26 1 4 6-2 9-7 10 3 5-6 10-17 9z" fill="#AD6E45" />
      <path d="M224 256c-8-4-16-3-22 1 4 1 8 0 10 2-4 3-2 7 3 8l10-2z" fill="#F6CDB0" />
      <Stroke d="M-6 398q40-26 92-4M330 402q40-30 84-16" ink="#F7A9B8" width={34} opacity=".75" dashes="0 46" />
      <Stroke d="M10 384q30-10 60 10M352 384q30-14 54-4" ink="#FFE9CF" width={18} opacity=".85" dashes="0 33" />
    </DrawingRoot>
  )
}
