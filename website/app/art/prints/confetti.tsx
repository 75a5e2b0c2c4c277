import { OpenHand } from '../hands.tsx'
import { HerHead, HisHead } from '../newlyweds.tsx'
import { RoseShape, roseColours } from '../roses.tsx'
import { type DrawingProps, DrawingRoot, LinearGradient, RadialGradient, RimLitPath, Stroke } from '../scene.tsx'

/** Drawing of a photo print: a couple walks out of a bright door into confetti. */
export function ConfettiDrawing(props: DrawingProps) {
  return (
    <DrawingRoot {...props}>
      <LinearGradient id="a" colours={['#7A6AA8', '#C08FB4', '#E9B3A6']} />
      <LinearGradient id="b" colours={['#FFF9EC', '#FFE3AE', '#FFC98F']} />
      <RadialGradient id="c" colours={['#FFF3D6E6', '#FFE3AE00']} />
      <LinearGradient id="d" colours={['#F3C9A8', '#B5799A', '#7A4A86']} />
      <LinearGradient id="e" across colours={['#DDBACB', '#FFFDF8', '#FBEDE6']} />
      <LinearGradient id="f" across colours={['#241030', '#3D1D4C', '#5E3360']} />
      <LinearGradient id="g" colours={['#2A143399', '#2A143300']} />
      <path d="M0 0h400v310H0z" fill="url(#a)" />
      <path
        d="M0 40h110M0 88h96M0 136h90M0 184h88M0 232h86M290 40h110M304 88h96M310 136h90M312 184h88M314 232h86M40 40v48M24 88v48M54 136v48M20 184v48M350 40v48M372 88v48M340 136v48M366 184v48"
        stroke="#5E4A8C"
        strokeWidth="2.5"
        opacity=".25"
        fill="none"
      />
      <path d="M94 320V150C94 76 150 30 200 8c50 22 106 68 106 142v170z" fill="#6B4A94" opacity=".5" />
      <path d="M112 320V156c0-60 46-104 88-124 42 20 88 64 88 124v164z" fill="url(#b)" />
      <circle cx="200" cy="150" r="190" fill="url(#c)" />
      <path d="M0 296h400v104H0z" fill="url(#d)" />
      <path d="M112 296h176l50 104H62z" fill="#FFE3AE" opacity=".5" />
      <path d="M130 384l-40 16h230l-50-22z" fill="url(#g)" />
      <g transform="translate(0 -6)">
        {/* the man */}
        <path d="M214 268l-4 112h24l8-70 20 60 24-10-22-92z" fill="#1D0C26" />
        <RimLitPath d="M262 158l46-50 14 10-34 74-24 10z" fill="#3D1D4C" rim="#FFE3AE" />
        <path d="M310 98l18 10-8 14-16-8z" fill="#FFFDF8" />
        <OpenHand tone="brown" at="translate(325 88)rotate(24)scale(.62)" />
        <HisHead at="translate(240 116)rotate(5)scale(1.08)" eyes="glad" mouth="laugh" turn={-2} />
        <RimLitPath
          d="M240 150c-20 2-28 10-30 26l-2 98q34 14 62 0l14-94c0-18-14-28-44-30z"
          fill="url(#f)"
          rim="#FFE3AE"
        />
        <path d="M228 150l12 46 14-46z" fill="#FFFDF8" />
        <path d="M240 160l-4 8 4 26 5-26z" fill="#E5447F" />
        <path d="M208 376h26l1 9h-36q2-7 9-9zM262 362l26-8 6 8-30 12z" fill="#160821" />
        {/* the woman */}
        <RimLitPath d="M134 178C122 168 106 146 94 128c-4-8 6-14 12-8l46 44z" fill="#F6CDB0" rim="#FFE3AE" dx={-1.5} />
        <RoseShape x={84} y={108} size={0.8} colours={roseColours.blush} />
        <RoseShape x={104} y={98} size={0.9} colours={roseColours.rose} />
        <RoseShape x={90} y={126} size={0.7} colours={roseColours.cream} />
        <RoseShape x={112} y={112} size={0.65} colours={roseColours.plum} />
        <Stroke d="M92 132q4 8 12 8M97 126q4 8 12 8M103 121q4 7 10 7" ink="#F6CDB0" width={6} />
        <HerHead at="translate(164 134)rotate(-6)scale(1.04)" eyes="glad" mouth="laugh" turn={2} wreath />
        <RimLitPath
          d="M140 176q26 14 44 0l2 56c16 40 24 90 22 140-40 18-90 18-126-4 10-50 34-100 56-136z"
          fill="url(#e)"
          rim="#FFF3D6"
          dx={-2}
        />
        <path
          d="M144 236c-16 36-36 84-44 136h30c4-56 14-100 22-136zM170 236c8 40 12 90 10 142h20c0-56-10-104-24-142z"
          fill="#C9A0BC"
          opacity=".3"
        />
        <path d="M140 178c2-10 12-14 22-14s20 4 22 14q-22 14-44 0z" fill="#F6CDB0" />
        <path d="M181 174c10 12 18 26 33 32l-3 13c-18-4-30-14-37-28z" fill="#F6CDB0" />
        <path d="M232 262c-16-8-30-20-40-36l14-8c10 10 20 18 34 22z" fill="#3D1D4C" />
        <Stroke d="M208 206l8-1M207 211l11 1M207 217l9 2" ink="#F6CDB0" width={6} />
        <Stroke d="M196 226l-6-10M201 222l-4-11M207 219l-3-9" ink="#AD6E45" width={5.5} />
      </g>
      <path
        d="M182 188l-9 2-1-5 9-2zM78 173l-4 10-2-2 4-10zM41 269l-4 5-4-3 4-5zM260 206l6 3-1 3-6-3zM80 86l9 1-0 4-9-1zM207 214l0 10-3 0-0-10zM393 329l-9 5-1-4 9-5zM118 31l-6 6-2-4 6-6zM378 281l7 0-0 5-7-0zM386 136l9 2-1 6-9-2zM40 115l-10 1-0-4 10-1zM45 27l-6 4-2-3 6-4zM80 244l9 4-1 4-9-4zM89 95l-11 1-0-5 11-1zM88 135l-9 4-2-3 9-4zM89 91l-6 5-1-3 6-5zM41 196l7 7-2 3-7-7zM378 164l-3 11-2-1 3-11zM358 271l5 5-3 3-5-5zM82 314l-9 3-1-4 9-3zM21 318l7 7-3 3-7-7zM223 282l-3 7-3-2 3-7zM12 95l1 7-2 0-1-7zM228 50l5 10-6 3-5-10zM274 196l6 3-1 2-6-3z"
        fill="#E5447F"
      />
      <path
        d="M278 318l10 1-0 5-10-1zM130 330l9 2-1 5-9-2zM292 235l-9 7-3-4 9-7zM356 288l3 10-5 2-3-10zM391 291l-6 6-3-3 6-6zM177 278l10 3-1 4-10-3zM193 82l-5 7-4-3 5-7zM105 12l6 8-2 2-6-8zM357 221l2 11-4 1-2-11zM83 147l-9 6-3-6 9-6zM282 314l5 6-2 2-5-6zM89 141l-3 8-3-2 3-8zM387 154l6 2-0 4-6-2zM281 192l6 9-1 2-6-9zM182 16l-7 4-1-3 7-4zM250 152l-4 9-6-2 4-9zM272 72l1 7-2 0-1-7zM283 66l5 6-3 3-5-6zM244 251l3 10-3 2-3-10zM368 241l8 3-2 5-8-3z"
        fill="#F2A94B"
      />
      <path
        d="M152 191l-9 3-2-6 9-3zM259 74l-6 7-3-4 6-7zM89 298l-10 1-0-6 10-1zM130 301l-7 3-1-2 7-3zM220 255l0 6-2 0-0-6zM316 64l5 8-2 2-5-8zM206 241l-8 4-2-5 8-4zM374 36l6 5-2 3-6-5zM254 176l-7 4-1-3 7-4zM334 298l8 6-3 5-8-6zM228 73l-1 8-2-1 1-8zM382 174l3 9-3 2-3-9zM274 29l-1 8-5-1 1-8zM110 160l7 3-2 4-7-3zM308 15l5 4-1 3-5-4zM144 208l9 3-1 3-9-3zM103 72l-1 8-2-0 1-8zM211 59l7 5-2 4-7-5zM336 205l-6 3-2-4 6-3z"
        fill="#FFFDF8"
      />
      <path
        d="M356 110l6 9-4 3-6-9zM350 51l7 7-1 3-7-7zM329 144l-6 4-2-3 6-4zM13 73l-6 9-3-4 6-9zM202 252l-0 10-2-0 0-10zM47 20l-1 9-2-1 1-9zM78 74l-10 6-2-7 10-6zM30 314l1 10-3 1-1-10zM206 146l-2 6-3-1 2-6zM76 154l-6 6-1-2 6-6zM205 13l-10 4-2-6 10-4zM106 301l-7 8-3-5 7-8zM354 291l-6 9-3-4 6-9zM286 31l4 8-2 1-4-8zM254 209l9 8-3 5-9-8zM262 191l-1 8-5-1 1-8zM278 253l-6 0-0-4 6-0zM106 137l7 1-0 3-7-1zM103 300l-1 9-5-1 1-9zM392 213l-6 4-2-3 6-4zM24 308l8 4-1 3-8-4zM243 27l-8 1-1-5 8-1z"
        fill="#7C3AED"
      />
      {/* Foreground of the drawing: hands of friends, close to the camera */}
      <path d="M-20 420l10-60c20-24 38-46 52-72l34 14c-8 40-20 80-36 118z" fill="#3F5F50" />
      <path d="M38 294l40 16-6 14-42-16z" fill="#8FAE8B" />
      <OpenHand tone="olive" at="translate(74 262)rotate(20)scale(1.7)" />
      <path d="M424 420l-4-70c-24-14-40-28-56-48l-30 20c10 36 26 70 46 98z" fill="#8E1D4E" />
      <path d="M366 296l-38 26 9 12 38-26z" fill="#F7B7CB" />
      <OpenHand tone="deep" at="translate(330 276)rotate(-24)scale(-1.6 1.6)" />
      <path d="M34 60l30-14 10 20-28 16zM340 40l28 12-8 22-30-10z" fill="#F98FB0" opacity=".75" />
    </DrawingRoot>
  )
}
