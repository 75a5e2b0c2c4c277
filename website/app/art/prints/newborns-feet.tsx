import { type DrawingProps, DrawingRoot, LinearGradient, RadialGradient, Stroke } from '../scene.tsx'

/** Drawing of a photo print: the feet of a newborn in a hand, on a knitted blanket. */
export function NewbornsFeetDrawing(props: DrawingProps) {
  const foot = (
    <>
      <path d="M-24 50C-32 22-40-6-36-28-30-50 28-52 36-26 42 0 28 24 24 50 20 72-18 72-24 50z" fill="url(#d)" />
      <path
        d="M-28-18C-18-34 20-34 28-14 26 0-24 4-28-18zM-16 54C-14 36 14 36 16 54 12 66-12 66-16 54z"
        fill="#F08A86"
        opacity=".35"
      />
      <g fill="url(#d)">
        <circle cx="-23" cy="-51" r="15" />
        <circle cx="0" cy="-56" r="10.5" />
        <circle cx="17" cy="-52" r="9.5" />
        <circle cx="31" cy="-44" r="8.5" />
        <circle cx="41" cy="-33" r="7.5" />
      </g>
      <Stroke d="M-26-58q4-6 10-3M-3-61q4-4 7-1M15-57q3-3 6-1M29-48q3-3 5-1" ink="#FFF3E6" width={3} opacity=".8" />
      <Stroke d="M-8 10q8 6 18 0M-6 22q6 4 14 0" ink="#D98A78" width={2} opacity=".6" />
    </>
  )
  return (
    <DrawingRoot {...props}>
      <LinearGradient id="a" colours={['#FFF6EA', '#F6DCC9', '#D9A9A6']} />
      <RadialGradient id="b" colours={['#8A4A6A99', '#8A4A6A66', '#8A4A6A00']} />
      <LinearGradient id="c" across colours={['#814A2E', '#AD6E45', '#C88A5C']} />
      <LinearGradient id="d" across colours={['#EBAA94', '#F9CDB8', '#FFE3D2']} />
      <pattern id="e" width="18" height="16" patternUnits="userSpaceOnUse">
        <Stroke d="M1 2l8 6 8-6M1 10l8 6 8-6" ink="#C9978F" width={3} opacity=".3" />
      </pattern>
      <RadialGradient id="f" colours={['#fff', '#FFFFFF00']} />
      <LinearGradient id="g" colours={['#BD7E52', '#A5683F', '#A0643C00']} at={[0, 0.6, 1]} />
      <path d="M0 0h400v400H0z" fill="url(#a)" />
      <path d="M0 0h400v400H0z" fill="url(#e)" />
      <circle cx="330" cy="50" r="220" fill="url(#f)" opacity=".7" />
      <ellipse cx="190" cy="230" rx="180" ry="150" fill="url(#b)" />
      <Stroke d="M150 330Q290 350 322 224" ink="url(#c)" width={38} />
      <Stroke d="M150 346Q310 366 342 256" ink="#94583A" width={38} />
      <Stroke d="M140 356Q310 384 340 292" ink="url(#c)" width={38} />
      <Stroke d="M130 370Q290 404 324 328" ink="#94583A" width={38} />
      <path d="M-20 420V300C20 240 70 220 110 250s70 70 130 84-20 80-80 90z" fill="url(#c)" />
      <g transform="translate(160 212)rotate(-14)scale(-1.25 1.25)">{foot}</g>
      <g transform="translate(256 208)rotate(12)scale(1.25)">{foot}</g>
      <path d="M150 292q50 26 110-6 10 30-40 36t-70-30z" fill="#814A2E" opacity=".5" />
      <path d="M50 350C56 296 82 244 104 214c10-12 28-4 26 12-4 30-2 64 20 96z" fill="url(#g)" />
      <path d="M112 214q10-6 13 6l-4 14q-8-2-14-8z" fill="#F6CDB0" opacity=".6" />
      <path d="M0 0h400v60C330 40 280 74 200 66S60 36 0 80z" fill="#FFFDF8" opacity=".85" />
      <path d="M0 0h400v60C330 40 280 74 200 66S60 36 0 80z" fill="url(#e)" />
      <path
        d="M0 80C60 36 120 58 200 66s130-26 200-6v10C330 54 280 84 200 78S60 52 0 94z"
        fill="#C9978F"
        opacity=".5"
      />
    </DrawingRoot>
  )
}
