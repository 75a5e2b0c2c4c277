import { HerProfile, HisProfile } from '../newlyweds.tsx'
import { type DrawingProps, DrawingRoot, LinearGradient, RadialGradient, RimLitPath, Stroke } from '../scene.tsx'

/** Drawing of a photo print: a couple dances in a pool of light, with the guests as silhouettes. */
export function FirstDanceDrawing(props: DrawingProps) {
  return (
    <DrawingRoot {...props}>
      <LinearGradient id="dance-a" colours={['#1B0B2A', '#3A1B58', '#6B3478']} />
      <LinearGradient id="dance-b" colours={['#5B2A5E', '#2A1036']} />
      <RadialGradient id="dance-c" colours={['#FFE3AE', '#F2A94B99', '#E5447F00']} />
      <LinearGradient id="dance-d" colours={['#FFE9C04D', '#FFD58A00']} />
      <LinearGradient id="dance-e" across colours={['#FFFDF8', '#F9DCD5', '#B98BC4']} />
      <LinearGradient id="dance-f" across colours={['#160821', '#2F1340', '#4A2257']} />
      <LinearGradient id="dance-g" colours={['#2A103699', '#2A103600']} />
      <path d="M0 0h400v280H0z" fill="url(#dance-a)" />
      <Stroke
        d="M-10 30Q90 120 200 14 310 120 410 30M-10 96Q60 130 130 60M410 96Q340 130 270 60"
        ink="#FFD58A"
        width={1}
        opacity=".5"
      />
      <Stroke
        d="M-10 30Q90 120 200 14 310 120 410 30M-10 96Q60 130 130 60M410 96Q340 130 270 60"
        ink="#FFD58A"
        width={17}
        opacity=".2"
        dashes="0 27"
      />
      <Stroke
        d="M-10 30Q90 120 200 14 310 120 410 30M-10 96Q60 130 130 60M410 96Q340 130 270 60"
        ink="#FFF0C8"
        width={6.5}
        dashes="0 27"
      />
      {guests.map(([x, y, size, shade]) => (
        <g key={x} transform={`translate(${x} ${y})scale(${size})`}>
          <RimLitPath d={guest} fill={shade} rim="#9A5FA8" dx={x < 200 ? 1.5 : -1.5} />
        </g>
      ))}
      <path d="M0 268h400v132H0z" fill="url(#dance-b)" />
      <path d="M168 0h64l90 330H78zM180 0h40l60 334H120z" fill="url(#dance-d)" />
      <ellipse cx="204" cy="342" rx="176" ry="46" fill="url(#dance-c)" />
      <path d="M120 342l60-6 116 4c10 24 0 46 16 66H92c26-20 22-46 28-64z" fill="url(#dance-g)" />
      <g transform="translate(-16 -38)scale(1.08 1.1)">
        <path d="M160 340l20 2v9h-32c0-6 6-9 12-11zM196 344h20l2 7h-26z" fill="#160821" />
        <HisProfile at="translate(186 144)scale(.8)rotate(10)" rim="#FFE3AE" />
        <HerProfile at="translate(224 152)scale(-.76 .76)rotate(4)" rim="#FFE3AE" wreath />
        <RimLitPath
          d="M166 168c-11 16-13 36-8 60l-2 62-2 52h60l4-90-6-56c-4-18-34-34-46-28z"
          fill="url(#dance-f)"
          rim="#FFD58A"
          dx={-2}
        />
        <path d="M180 168l10 4 4 20-12-14z" fill="#FFFDF8" />
        <RimLitPath
          d="M222 176c10-4 18 0 20 10l-4 40c30 30 62 70 84 116-44 14-98 18-150 10 18-30 32-78 40-118l-2-44z"
          fill="url(#dance-e)"
          rim="#FFF3D6"
        />
        <path
          d="M213 232c-4 40-18 82-42 118l30 3c12-38 18-80 18-121zM232 228c24 36 46 78 58 120l28-5c-22-38-48-80-80-116z"
          fill="#fff"
          opacity=".5"
        />
        <path d="M244 196c2-16-10-24-22-20h-10l2 30 26-2z" fill="#E09E80" />
        <path d="M211 198q12 6 33-8l-4 34h-28z" fill="url(#dance-e)" />
        <path
          d="M243 192c2-14-12-18-26-15-14 2-28-2-40-7-6-1-9 6-4 9 14 8 28 12 42 12 10 2 18 4 28 1z"
          fill="#F6CDB0"
        />
        <path d="M170 180c-6 6-4 14 2 22 14 14 36 20 58 20l1-12c-18-1-34-8-42-22-4-8-12-14-19-8z" fill="#3A1A4C" />
        <path d="M229 209l11-1q6 7-1 13l-10 1z" fill="#AD6E45" />
      </g>
    </DrawingRoot>
  )
}

const guest = 'M-10-9c0-8 4-13 10-13s10 5 10 13c0 6-2 9-4 12 11 2 19 8 20 22v70h-52V25c1-14 9-20 20-22-2-3-4-6-4-12z'
const guests = [
  [38, 214, 1, '#43235E'],
  [86, 208, 1.05, '#43235E'],
  [134, 216, 0.95, '#43235E'],
  [272, 214, 0.95, '#43235E'],
  [318, 206, 1.05, '#43235E'],
  [366, 214, 1, '#43235E'],
  [8, 226, 1.2, '#27103A'],
  [62, 232, 1.1, '#27103A'],
  [112, 236, 1.15, '#27103A'],
  [294, 238, 1.1, '#27103A'],
  [344, 230, 1.2, '#27103A'],
  [394, 226, 1.2, '#27103A'],
] as const
