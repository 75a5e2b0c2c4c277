import { HerHead, HisHead, HisProfile, looks } from '../newlyweds.tsx'
import { type DrawingProps, DrawingRoot, LinearGradient, RadialGradient } from '../scene.tsx'

/** What goes wrong in a take of the portrait; in the good take, nothing does. */
type Take = 'good' | 'blink' | 'turned'

/** Drawing of a photo print: the couple under trees. It is taken four times, as one does. */
function Portrait({ take, ...props }: DrawingProps & { take: Take }) {
  return (
    <DrawingRoot {...props}>
      <LinearGradient id="a" colours={['#2F5A4C', '#6E937A', '#D9DDA9']} />
      <RadialGradient id="b" colours={['#FFFBEA', '#FFEBB8B3', '#FFE3AE00']} />
      <LinearGradient id="c" across colours={['#1D0C26', '#37193F', '#5E3360']} />
      <LinearGradient id="d" across colours={['#DDBACB', '#FBEDE6', '#FFFDF8']} />
      <path d="M0 0h400v400H0z" fill="url(#a)" />
      <circle cx="330" cy="110" r="230" fill="url(#b)" />
      <g fill="none" strokeLinecap="round">
        <path
          d="M-4 330C20 220-30 130 50 96S150 40 226 50 330 10 420 20"
          stroke="#24433F"
          strokeWidth="76"
          strokeDasharray="0 27"
        />
        <path
          d="M10 320C40 220 0 150 84 110S200 70 400 46"
          stroke="#3F6B5A"
          strokeWidth="30"
          strokeDasharray="0 23 0 41 0 29"
        />
        <path
          d="M24 310C50 230 20 160 100 124S230 84 400 66"
          stroke="#A9C08D"
          strokeWidth="9"
          strokeDasharray="0 29 0 17 0 41"
        />
      </g>
      <path d="M-8 410C-6 310 30 262 106 244h90c66 16 92 66 96 166z" fill="url(#c)" />
      {take === 'turned' ? (
        <HisProfile at="translate(146 150)rotate(-3)scale(-2.6 2.6)" eyes="open" rim="#D9DDA9" />
      ) : (
        <HisHead at="translate(150 152)rotate(4)scale(2.55)" eyes="open" mouth="smile" turn={1} />
      )}
      <path d="M112 224l36 28 40-26 12 22-48 92-54-96z" fill="#FFFDF8" />
      <path d="M112 224l36 28-24 20-18-32zM188 226l-40 26 22 22 20-30z" fill="#E9D8E0" />
      <path d="M138 262l12-10 12 12-6 14 8 60-13 24-11-26 5-60z" fill="#E5447F" />
      <path d="M106 230l44 150-62-72 14-14-20-18zM192 232l-42 148 64-70-14-14 20-18z" fill="#160821" />
      <path d="M184 410c-2-74 14-112 52-134q28-14 54-6c60 14 80 76 86 140z" fill="#F6CDB0" />
      <path d="M214 410c8-36 2-58 16-76 26 14 56 10 84-8 24 12 22 44 30 84z" fill="url(#d)" />
      <HerHead
        at="translate(262 200)rotate(-7)scale(2.45)"
        eyes={take === 'blink' ? 'blink' : 'open'}
        mouth={take === 'blink' ? 'word' : 'laugh'}
        turn={-2}
        wreath
      />
    </DrawingRoot>
  )
}

/** The take in which both look well. */
export function PortraitDrawing(props: DrawingProps) {
  return <Portrait {...props} take="good" />
}

/** The take in which she blinks. */
export function PortraitBlinkDrawing(props: DrawingProps) {
  return <Portrait {...props} take="blink" />
}

/** The take in which he looks away. */
export function PortraitTurnedDrawing(props: DrawingProps) {
  return <Portrait {...props} take="turned" />
}

/** The take in which the camera moved. It has no details that the blur would hide. */
export function PortraitBlurredDrawing(props: DrawingProps) {
  return (
    <DrawingRoot {...props}>
      <LinearGradient id="a" colours={['#2F5A4C', '#6E937A', '#D9DDA9']} />
      <RadialGradient id="b" colours={['#FFFBEA', '#FFEBB8B3', '#FFE3AE00']} />
      <filter id="c" x="-.2" y="-.2" width="1.4" height="1.4">
        <feGaussianBlur stdDeviation="14 4" />
      </filter>
      <path d="M0 0h400v400H0z" fill="url(#a)" />
      <circle cx="330" cy="110" r="230" fill="url(#b)" />
      <g filter="url(#c)">
        <path d="M-40-40h380L130 90Q30 150-40 340z" fill="#24433F" />
        <path d="M-28 430C-26 310 10 262 86 244h90c66 16 92 66 96 186z" fill="#2F1640" />
        <path d="M92 224h76l8 30-46 90-48-90z" fill="#FFFDF8" />
        <path d="M120 256h24l6 80-13 20-14-20z" fill="#E5447F" />
        <path d="M110 190h46v40q-22 24-46 0z" fill="#814A2E" />
        <path d="M82 134c0-90 100-90 100 0 0 110-100 110-100 0z" fill="#AD6E45" />
        <path d="M76 140C60 60 86 62 132 62s80 10 60 86c-4-30-10-40-20-46H94c-8 8-14 20-18 38z" fill="#1B0C1F" />
        <path d="M82 156q50 30 100 0c-4 80-96 80-100 0z" fill="#1B0C1F" />
        <path d="M174 430c-2-90 16-124 50-138h70c54 14 76 60 82 138z" fill="#F6CDB0" />
        <path d="M204 430c8-56 2-78 16-96q48 20 100-8c24 12 22 44 30 104z" fill="#FBEDE6" />
        <path
          d="M190 160c10-80 120-80 126 0 4 40 26 70 10 134-40 14-110 14-150 0-10-64 10-94 14-134z"
          fill={looks.herHair}
        />
        <path d="M210 190c0-80 84-80 84 0 0 100-84 100-84 0z" fill="#F6CDB0" />
        <path d="M198 146q50-50 108 0" fill="none" stroke="#FFFDF8" strokeWidth="13" />
        <path d="M234 226h36q-18 30-36 0z" fill="#A8324F" />
      </g>
    </DrawingRoot>
  )
}
