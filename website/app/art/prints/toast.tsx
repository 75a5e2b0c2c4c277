import { skinTones } from '../palette.ts'
import { type DrawingProps, DrawingRoot, LinearGradient, RadialGradient, RimLitPath, Stroke } from '../scene.tsx'

/** Drawing of a photo print: four glasses against the evening sun. */
export function RaisedGlassesDrawing(props: DrawingProps) {
  return (
    <DrawingRoot {...props}>
      <LinearGradient
        id="toast-a"
        colours={['#4A2260', '#9C3F78', '#EE8466', '#FFC98A', '#B4606C', '#55244F']}
        at={[0, 0.22, 0.46, 0.6, 0.66, 1]}
      />
      <RadialGradient
        id="toast-b"
        colours={['#FFFBEF', '#FFF0C9D9', '#FFDD9A80', '#FFC47A00']}
        at={[0, 0.24, 0.5, 1]}
      />
      <LinearGradient
        id="toast-c"
        across
        colours={['#FFFFFF8C', '#FFFFFF1F', '#FFFFFF33', '#FFFFFFB3']}
        at={[0, 0.3, 0.75, 1]}
      />
      <LinearGradient id="toast-d" colours={['#FFF3BF', '#FFC95E', '#E98A2B']} />
      <path d="M0 0h400v400H0z" fill="url(#toast-a)" />
      <path d="M0 240c60-26 90-10 140-20s70-26 120-12 90-4 140 20v190H0z" fill="#7E3A6C" opacity=".5" />
      <circle cx="200" cy="150" r="210" fill="url(#toast-b)" />
      <path d="M-10 16q110 62 210 20T410 6" fill="none" stroke="#2A1433" strokeWidth="1.5" opacity=".6" />
      <Stroke d="M-10 16q110 62 210 20T410 6" ink="#FFE9B8" width={9} dashes="0 34" />
      <g fill="#FFE3AE">
        <circle cx="42" cy="120" r="26" opacity=".25" />
        <circle cx="92" cy="92" r="13" opacity=".35" />
        <circle cx="352" cy="108" r="30" opacity=".22" />
        <circle cx="308" cy="74" r="12" opacity=".35" />
        <circle cx="20" cy="196" r="14" opacity=".3" />
        <circle cx="380" cy="186" r="17" opacity=".25" />
      </g>
      {arms.map(({ at, glass, tone, sleeve, cuff }) => (
        <g key={at} transform={at}>
          <g transform={glass}>
            <path d="M-2-2h4v70l14 5h-32l14-5z" fill="url(#toast-c)" />
            <path d="M-23-118C-29-60-22-8 0-2 22-8 29-60 23-118z" fill="url(#toast-c)" />
            <path d="M-25-88C-27-50-20-10 0-5 20-10 27-50 25-88z" fill="url(#toast-d)" opacity=".95" />
            <path d="M-25-88q25-9 50 0-25 9-50 0z" fill="#FFF9DC" />
            <Stroke d="M-8-24v.1M6-40v.1M-10-58v.1M9-66v.1M0-74v.1M-2-44v.1" ink="#fff" width={4} />
            <Stroke d="M-17-108C-22-66-18-34-10-18" ink="#fff" width={4} opacity=".8" />
            <ellipse cy="-118" rx="23" ry="4" fill="#FFFFFF55" stroke="#fff" strokeOpacity=".8" />
          </g>
          <RimLitPath
            d="M-96 150C-70 118-58 92-46 60-42 40-36 20-22 8-14 0 2 0 8 8L6 56C-6 66-20 72-28 82-44 104-52 130-62 170z"
            fill={skinTones[tone].light}
            rim="#FFE3AE"
            dx={1.5}
            dy={-1.5}
          />
          <path
            d="M-96 150C-70 118-58 92-46 60-42 40-36 20-22 8-26 34-30 58-38 78-48 106-60 140-72 164z"
            fill={skinTones[tone].shade}
            opacity=".7"
          />
          <Stroke d="M-16 16C-14 2-12-10-9-22" ink={skinTones[tone].shade} width={13} />
          <Stroke
            d="M-10 14Q8 8 20 15M-10 28Q8 23 20 29M-10 41Q7 37 17 43M-10 53Q4 51 12 56"
            ink={skinTones[tone].light}
            width={13}
          />
          <Stroke
            d="M-8 21.5Q8 16 21 22.5M-8 34.5Q7 30 19 36.5M-8 47Q5 44 15 49.5"
            ink={skinTones[tone].shade}
            width={1.8}
          />
          <Stroke d="M-16 14C-14 2-12-10-10-20" ink={skinTones[tone].light} width={11} />
          <Stroke d="M-11-20l.8-3.5" ink="#FFE9DC" width={5} opacity=".7" />
          <RimLitPath
            d="M-40 112L-96 84C-150 170-190 260-210 380h150C-56 270-54 190-40 112z"
            fill={sleeve}
            rim="#FFC98A"
            dx={3}
            dy={-2}
          />
          <path d="M-36 100l-58-30-10 22 62 34z" fill={cuff} />
        </g>
      ))}
      <path d="M200 96l4 19 18 5-18 5-4 19-4-19-18-5 18-5z" fill="#fff" />
      <Stroke d="M184 78v.1M214 66v.1M199 58v.1M168 68v.1M232 80v.1" ink="#FFF3C9" width={6} />
      <Stroke d="M191 68v.1M222 90v.1M206 80v.1M176 86v.1" ink="#FFD58A" width={4} />
    </DrawingRoot>
  )
}

const arms = [
  {
    at: 'translate(113 168)rotate(24)scale(.8)',
    glass: 'rotate(10)',
    tone: 'olive',
    sleeve: '#5B2A5E',
    cuff: '#FFFDF8',
  },
  {
    at: 'translate(287 168)rotate(-24)scale(-.8 .8)',
    glass: 'rotate(10)',
    tone: 'deep',
    sleeve: '#C0427C',
    cuff: '#F7B7CB',
  },
  { at: 'translate(140 242)scale(1.06)', glass: 'rotate(17)', tone: 'brown', sleeve: '#2A1433', cuff: '#FFFDF8' },
  { at: 'translate(260 242)scale(-1.06 1.06)', glass: 'rotate(17)', tone: 'fair', sleeve: '#F6CDB0', cuff: '#F6CDB0' },
] as const
