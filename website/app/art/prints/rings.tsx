import { type DrawingProps, DrawingRoot, LinearGradient, RadialGradient, Stroke } from '../scene.tsx'

/** Drawing of a photo print: two wedding rings on linen in window light, one leaning on the other. */
export function WeddingRingsDrawing(props: DrawingProps) {
  const band = (
    <>
      <path d="M-86 0A86 46 0 0 0 86 0v20A86 46 0 0 1-86 20z" fill="url(#b)" />
      <path d="M-78 0A78 40 0 0 1 78 0a78 40 0 0 1-3 10A78 40 0 0 0-75 10 78 40 0 0 1-78 0z" fill="url(#c)" />
      <path
        d="M-86 0A86 46 0 0 1 86 0 86 46 0 0 1-86 0zM-78 0A78 40 0 0 0 78 0 78 40 0 0 0-78 0z"
        fill="url(#d)"
        fillRule="evenodd"
      />
      <Stroke d="M-60 44A86 46 0 0 0-8 57" ink="#FFF9E6" width={5} opacity=".8" />
    </>
  )
  return (
    <DrawingRoot {...props}>
      <LinearGradient id="a" colours={['#FBE3D3', '#F2C3BE', '#D99AA8']} />
      <LinearGradient
        id="b"
        across
        colours={['#9A5416', '#F2A94B', '#FFE9B0', '#E8983A', '#8A4415']}
        at={[0, 0.2, 0.4, 0.7, 1]}
      />
      <LinearGradient id="c" across colours={['#FFD58A', '#A85F1C', '#7A3C14', '#E8983A', '#FFF0C8']} />
      <LinearGradient id="d" across colours={['#FFE3A0', '#FFF9E6', '#F2B75C', '#FFF0C8']} />
      <RadialGradient id="e" colours={['#fff', '#FFF3D699', '#FFF3D600']} />
      <LinearGradient id="f" across colours={['#7A2E5A00', '#7A2E5A99']} />
      <LinearGradient id="g" across colours={['#3F5F50', '#8FAE8B', '#C6D3A8']} />
      <path d="M0 0h400v400H0z" fill="url(#a)" />
      <path
        d="M-20 120C80 90 140 130 240 84S380 60 420 20v70c-60 50-120 40-190 70S60 160-20 200z"
        fill="#fff"
        opacity=".4"
      />
      <path
        d="M-20 250c100-50 180-10 260-50s120-40 180-80v60c-60 40-110 30-180 66S80 260-20 320z"
        fill="#B5628A"
        opacity=".22"
      />
      <path
        d="M-20 330c120-40 200-10 280-40s110-30 160-60v44c-50 30-90 30-150 52S100 350-20 400z"
        fill="#fff"
        opacity=".35"
      />
      <circle cx="392" cy="20" r="230" fill="url(#e)" />
      <path
        d="M10 322a116 56 0 1 0 232 0 116 56 0 1 0-232 0zm36 4a88 36 0 1 1 176 0 88 36 0 1 1-176 0z"
        fill="url(#f)"
        fillRule="evenodd"
      />
      <path d="M130 244c30-14 80-14 124 6-20 16-90 20-124-6z" fill="#8A3A62" opacity=".35" />
      <path d="M92 318q56-32 132-20-70 0-132 20z" fill="#FFF3C9" opacity=".85" />
      <g transform="translate(254 158)rotate(-64)scale(1.25)">{band}</g>
      <g transform="translate(160 286)rotate(-5)scale(1.24)">{band}</g>
      <g transform="translate(311 54)rotate(24)scale(1.25)" strokeLinejoin="round">
        <path d="M-13 2L-7 22H7L13 2" fill="none" stroke="#F2B75C" strokeWidth="4" />
        <path d="M-23 0L-13-13H13L23 0 0 24z" fill="#D6C3F7" />
        <path d="M-13-13L-9 0 0 24-23 0zM13-13L0 0-9 0-13-13z" fill="#fff" />
        <path d="M9 0L23 0 0 24z" fill="#8F63E0" />
        <path d="M13-13L23 0H9z" fill="#F5A9CB" />
      </g>
      <path d="M268 34l3 11 11 3-11 3-3 11-3-11-11-3 11-3zM196 240l3 10 10 3-10 3-3 10-3-10-10-3 10-3z" fill="#fff" />
      <path d="M410 300q-30 60-108 92" fill="none" stroke="#3F5F50" strokeWidth="3" />
      {leaves.map(([x, y, turn, size]) => (
        <path key={turn} d={leaf} fill="url(#g)" transform={`translate(${x} ${y})rotate(${turn})scale(${size})`} />
      ))}
    </DrawingRoot>
  )
}

const leaf = 'M0 0C6-22 36-30 52-8 42 14 14 18 0 0z'
const leaves = [
  [398, 322, 184, 0.9],
  [378, 348, 92, 0.8],
  [374, 352, 196, 1],
  [340, 374, 70, 0.7],
  [340, 376, 206, 0.9],
  [304, 392, 172, 0.8],
] as const
