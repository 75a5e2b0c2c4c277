import { RoseShape, roseColours } from '../roses.tsx'
import { type DrawingProps, DrawingRoot, LinearGradient, Stroke } from '../scene.tsx'

/** Drawing of a photo print: a wedding cake with three tiers in window light. */
export function WeddingCakeDrawing(props: DrawingProps) {
  return (
    <DrawingRoot {...props}>
      <LinearGradient id="a" across colours={['#8A5A84', '#C98A9A', '#E9B3A6']} />
      <LinearGradient id="b" across colours={['#C99BB0', '#FBE8DE', '#FFFDF6', '#FFF3E0']} at={[0, 0.35, 0.75, 1]} />
      <LinearGradient id="c" colours={['#FFF6EA', '#E9C9BE']} />
      <LinearGradient id="d" across colours={['#4A245C00', '#4A245C8C']} />
      <LinearGradient id="e" across colours={['#A85F1C', '#FFD58A', '#FFF3C9', '#D98A34']} />
      <LinearGradient id="f" across colours={['#3F5F50', '#8FAE8B']} />
      <path d="M0 0h400v400H0z" fill="url(#a)" />
      <path d="M70-10h86l60 320h-86zM176-10h86l60 320h-86z" fill="#FFE9CF" opacity=".45" />
      <path d="M90 80h180l4 12H92zM112 190h180l4 12H114z" fill="#C98A9A" opacity=".55" />
      <path d="M0 316q200-22 400 0v84H0z" fill="url(#c)" />
      <path d="M-20 352l190-8 60 20-150 36H-20z" fill="url(#d)" />
      <path
        d="M20 330q20 40 10 70M120 360q16 20 12 40M330 332q10 40 26 68"
        fill="none"
        stroke="#C9A0A6"
        strokeWidth="3"
        opacity=".5"
      />
      <ellipse cx="206" cy="356" rx="62" ry="10" fill="url(#e)" />
      <path d="M196 324h22l6 32h-34z" fill="url(#e)" />
      <path d="M92 318a114 16 0 0 0 230 0v6a114 18 0 0 1-230 0z" fill="#A85F1C" />
      <ellipse cx="207" cy="318" rx="115" ry="16" fill="url(#e)" />
      <path d="M122 236v78a85 14 0 0 0 170 0v-78z" fill="url(#b)" />
      <ellipse cx="207" cy="236" rx="85" ry="14" fill="#FFF9F0" />
      <path d="M146 162v74a61 10 0 0 0 122 0v-74z" fill="url(#b)" />
      <ellipse cx="207" cy="162" rx="61" ry="10" fill="#FFF9F0" />
      <path d="M168 98v64a39 7 0 0 0 78 0V98z" fill="url(#b)" />
      <ellipse cx="207" cy="98" rx="39" ry="7" fill="#FFF9F0" />
      <Stroke
        d="M122 306a85 14 0 0 0 170 0M146 230a61 10 0 0 0 122 0M168 156a39 7 0 0 0 78 0"
        ink="#FFFDF8"
        width={7}
        dashes="0 9"
      />
      <Stroke
        d="M124 262q14 22 28 6 14 22 30 8 14 18 30 2 16 14 30-4 14 12 24-6 14 4 24-12"
        ink="#E5A9B4"
        width={2.5}
      />
      <path
        d="M246 100c-4 24 10 44 20 62 6 24-4 50 10 74 10 14 20 24 14 60"
        fill="none"
        stroke="#5F8464"
        strokeWidth="3"
      />
      {leaves.map(([x, y, turn]) => (
        <path
          key={turn}
          d="M0 0C4-12 20-16 30-4 22 8 8 10 0 0z"
          fill="url(#f)"
          transform={`translate(${x} ${y})rotate(${turn})`}
        />
      ))}
      {flowers.map(([x, y, size, colour]) => (
        <RoseShape key={y} x={x} y={y} size={size} colours={roseColours[colour]} />
      ))}
    </DrawingRoot>
  )
}

const leaves = [
  [200, 84, 200],
  [226, 84, -40],
  [252, 138, 20],
  [262, 176, 150],
  [270, 214, 12],
  [274, 250, 160],
  [290, 280, 30],
  [146, 300, 190],
  [176, 312, -12],
] as const
const flowers = [
  [198, 82, 0.95, 'blush'],
  [220, 78, 1.1, 'rose'],
  [208, 66, 0.8, 'cream'],
  [254, 156, 0.8, 'plum'],
  [268, 166, 0.62, 'blush'],
  [276, 238, 1, 'rose'],
  [258, 246, 0.75, 'amber'],
  [294, 254, 0.7, 'cream'],
  [150, 312, 0.9, 'blush'],
  [170, 318, 0.7, 'plum'],
] as const
