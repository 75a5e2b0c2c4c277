import { type DrawingProps, DrawingRoot, LinearGradient, RadialGradient, Stroke } from '../scene.tsx'

/** Drawing of a bad photo print: the dance floor, taken by accident, with the tips of two shoes. */
export function FloorDrawing(props: DrawingProps) {
  const shoe = (
    <>
      <path
        d="M-34 130C-44 60-40 0-14-22 8-38 30-28 36 6c6 36 4 80-2 124z"
        fill="#2A1433"
        opacity=".4"
        transform="translate(-12 10)"
      />
      <path d="M-34 130C-44 60-40 0-14-22 8-38 30-28 36 6c6 36 4 80-2 124z" fill="url(#c)" />
      <path d="M-26 62q28-26 54-2M-30 80q30-24 60 0" fill="none" stroke="#120719" strokeWidth="4" />
      <Stroke d="M-16-8C-6-22 10-22 18-12" ink="#FFE9CF" width={7} opacity=".55" />
    </>
  )
  return (
    <DrawingRoot {...props}>
      <LinearGradient id="a" colours={['#E3A06A', '#B5674A', '#6B3444']} />
      <RadialGradient id="b" colours={['#FFF3D6D9', '#FFD58A66', '#FFD58A00']} />
      <LinearGradient id="c" across colours={['#1D0C26', '#37193F', '#7A4A6E']} />
      <path d="M0 0h400v400H0z" fill="url(#a)" />
      <g transform="rotate(-19 200 200)">
        <path
          d="M-90 10h600M-90 70h600M-90 130h600M-90 190h600M-90 250h600M-90 310h600M-90 370h600M-90 430h600M40-60v70M230 10v60M90 70v60M300 130v60M10 130v60M170 190v60M360 250v60M70 250v60M220 310v60M20 370v60"
          fill="none"
          stroke="#5B2A3E"
          strokeWidth="3"
          opacity=".5"
        />
        <path
          d="M-90 13h600M-90 73h600M-90 133h600M-90 193h600M-90 253h600M-90 313h600"
          stroke="#FFD9A8"
          strokeWidth="1.5"
          opacity=".35"
        />
        <path
          d="M60 34q60-8 120 2M260 96q50 8 100 0M40 160q70 8 120-4M200 220q60-8 110 2M100 284q50 8 90-2M250 340q60 6 90-2"
          fill="none"
          stroke="#7A3A44"
          strokeWidth="2"
          opacity=".5"
        />
      </g>
      <ellipse cx="280" cy="70" rx="200" ry="140" fill="url(#b)" />
      <path d="M60 210l16 6-6 12-15-6zM330 250l14-8 7 12-14 8zM230 170l12 10-9 10-11-9z" fill="#F98FB0" />
      <path d="M150 90l15-5 4 13-14 5zM360 150l9 13-12 7-8-12zM140 196l14 6-6 11-13-6z" fill="#FFFDF8" />
      <path d="M40 110l12 9-8 11-12-9zM300 320l15 3-3 12-14-3zM270 100l5 14-12 4-5-13z" fill="#C9B3F2" />
      <g transform="translate(96 334)rotate(-9)">{shoe}</g>
      <g transform="translate(214 360)rotate(12)scale(-1 1)">{shoe}</g>
    </DrawingRoot>
  )
}
