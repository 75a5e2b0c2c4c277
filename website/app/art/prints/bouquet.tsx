import { RoseShape, roseColours } from '../roses.tsx'
import { type DrawingProps, DrawingRoot, LinearGradient, RadialGradient, Stroke } from '../scene.tsx'

/** Drawing of a photo print: a bouquet of roses in front of a white dress, lit from the right. */
export function BouquetDrawing(props: DrawingProps) {
  return (
    <DrawingRoot {...props}>
      <LinearGradient id="bouquet-a" across colours={['#3F5F50', '#6E937A', '#C9D2A2']} />
      <LinearGradient id="bouquet-b" across colours={['#D9BCCB', '#FBEDE6', '#FFFDF8']} />
      <LinearGradient id="bouquet-c" across colours={['#D9906F', '#F0BB99', '#FBDCC4']} />
      <LinearGradient id="bouquet-d" across colours={['#2F4F43', '#5F8464', '#A9C08D']} />
      <RadialGradient id="bouquet-e" colours={['#FFF3D6', '#FFF3D600']} />
      <LinearGradient id="bouquet-f" colours={['#F98FB0', '#C42D68']} />
      <path d="M0 0h400v400H0z" fill="url(#bouquet-a)" />
      <circle cx="380" cy="40" r="170" fill="url(#bouquet-e)" />
      <path d="M110-10c-6 60 0 110 16 150L60 400h290l-66-260c16-40 22-90 16-150z" fill="url(#bouquet-b)" />
      <path
        d="M150 230c-14 60-40 110-60 170h40c14-60 24-110 32-170zM236 240c6 60 20 110 30 160h44c-20-60-40-110-56-160z"
        fill="#C9A0BC"
        opacity=".4"
      />
      <path
        d="M116-10C92 50 56 150 58 196c4 38 54 76 112 110l14-22c-40-28-86-62-90-90 2-50 30-110 36-204z"
        fill="url(#bouquet-c)"
      />
      <path
        d="M296-10c24 60 60 160 58 206-4 38-54 76-112 110l-14-22c40-28 86-62 90-90-2-50-30-110-36-204z"
        fill="url(#bouquet-c)"
      />
      <path
        d="M96 190c-8 40 40 96 96 100s30 60 20 110h-60c10-50-10-80-30-96-40-30-60-80-26-114z"
        fill="#7A4A6E"
        opacity=".18"
      />
      {leaves.map(([x, y, turn, size]) => (
        <path
          key={turn}
          d={leaf}
          fill="url(#bouquet-d)"
          transform={`translate(${x} ${y})rotate(${turn})scale(${size})`}
        />
      ))}
      <path d="M186 250l-16 120h12l14-110zM204 250l-4 130h12l4-130zM222 250l14 120h12l-18-120z" fill="#4F7B58" />
      <circle cx="204" cy="174" r="92" fill="#2F4F43" />
      {flowers.map(([x, y, size, colour]) => (
        <RoseShape key={x} x={x} y={y} size={size} colours={roseColours[colour]} />
      ))}
      <path
        d="M196 318c-20 20-40 50-36 82h16c0-30 14-56 30-72zM214 318c16 24 34 44 34 82h16c0-40-18-64-36-86z"
        fill="url(#bouquet-f)"
      />
      <path d="M180 292h54l-4 30h-46z" fill="url(#bouquet-f)" />
      {/* Her left hand lies behind the stems, her right hand in front of them, with the ring. */}
      <path d="M262 276C252 284 236 290 220 292l4 34c18-2 36-12 46-28z" fill="url(#bouquet-c)" />
      <path d="M146 276c8 10 20 16 32 18l2 32c-18-4-36-16-42-32z" fill="url(#bouquet-c)" />
      <Stroke d="M226 297Q206 301 190 296M226 309Q206 314 190 310M224 321Q208 326 195 323" ink="#E3A585" width={13} />
      <Stroke d="M176 286Q190 276 203 272" ink="#F0BB99" width={13} />
      <Stroke
        d="M176 297Q204 290 229 293M176 308Q204 302 228 305M178 319Q202 315 222 317M182 329Q200 327 214 328"
        ink="#F8CFB3"
        width={12.5}
      />
      <Stroke
        d="M186 301Q206 297 230 299M186 312Q206 308 228 311M188 323.5Q204 321 220 323"
        ink="#D9906F"
        width={1.6}
      />
      <Stroke d="M196 271.5q4-2 8-2" ink="#FFF0E6" width={5} />
      <Stroke d="M206 286.5l1.5 11" ink="#E9A23B" width={4} />
      <circle cx="206.5" cy="291" r="3.5" fill="#fff" />
    </DrawingRoot>
  )
}

const leaf = 'M0 0C10-26 46-34 74-6 52 20 18 22 0 0z'
const leaves = [
  [122, 140, 196, 0.9],
  [112, 190, 162, 0.8],
  [140, 104, 226, 0.9],
  [178, 74, 252, 0.9],
  [228, 74, 292, 1],
  [276, 106, 326, 0.8],
  [294, 160, 356, 0.9],
  [286, 214, 30, 0.8],
  [130, 236, 140, 0.8],
  [172, 266, 112, 0.7],
  [238, 262, 58, 0.7],
] as const
const flowers = [
  [150, 112, 1.5, 'blush'],
  [198, 88, 1.5, 'rose'],
  [251, 106, 1.6, 'cream'],
  [124, 160, 1.4, 'plum'],
  [286, 154, 1.4, 'plum'],
  [132, 208, 1.5, 'cream'],
  [276, 206, 1.6, 'rose'],
  [170, 242, 1.5, 'rose'],
  [232, 246, 1.5, 'blush'],
  [202, 260, 1.1, 'plum'],
  [164, 166, 1.6, 'amber'],
  [244, 158, 1.5, 'blush'],
  [216, 134, 1.2, 'amber'],
  [204, 192, 2.1, 'cream'],
] as const
