import { keptGradientColours } from '../palette.ts'
import { MountainsDrawing } from '../prints/mountains.tsx'
import { type DrawingProps, LinearGradient, RadialGradient, Stroke } from '../scene.tsx'
import { LaptopScene } from './desk.tsx'

/** Drawing for step 3 of how it works: in the evening, a photo moves to the kept photos. */
export function SwipeStepDrawing(props: DrawingProps) {
  return (
    <LaptopScene
      wall={['#2F1640', '#6B2F66', '#C46A7C']}
      light={{ x: 262, y: 60, colour: '#FFB98F' }}
      table={['#8A4A66', '#4A2350']}
      screen={['#FBF6F1', '#F3E1DC']}
      {...props}
    >
      <LinearGradient id="a" across colours={keptGradientColours} />
      <RadialGradient id="b" colours={['#F25A91B3', '#7C3AED59', '#7C3AED00']} />
      <svg x="74" y="22" width="172" height="104">
        <circle cx="150" cy="58" r="56" fill="url(#b)" />
        <g fill="#FFFDF8" stroke="#8A5A6A" strokeOpacity=".35">
          <path d="M-14 30l34-6 8 44-34 6z" opacity=".7" />
          <path d="M128 34l40 8-8 46-40-8z" />
          <path d="M130 30l42-2 4 48-42 4z" />
        </g>
        <path d="M135 35l32-1 2 31-31 3z" fill="#E5628A" />
        <path d="M136 56q10-12 18-5t15-4l1 18-32 3z" fill="#5B2A5E" />
        <g transform="translate(84 40)">
          <path d="M-50-24h48v60h-48z" fill="#2A1433" opacity=".05" transform="rotate(-4)" />
          <path d="M-38-28h50v62h-50z" fill="#2A1433" opacity=".09" transform="rotate(2)" />
          <g transform="translate(10 2)rotate(10)">
            <path d="M-28-34h58v72h-58z" fill="#2A1433" opacity=".3" transform="translate(-4 6)" />
            <path d="M-29-36h58v70h-58z" fill="#fff" />
            <svg x="-25" y="-32" width="50" height="50">
              <MountainsDrawing />
            </svg>
          </g>
        </g>
        <circle cx="63" cy="88" r="11" fill="#fff" stroke="#8F7A99" />
        <Stroke d="M68 88h-10l4-4m-4 4l4 4" ink="#655370" width={2} />
        <circle cx="107" cy="88" r="11" fill="url(#a)" />
        <path
          d="M107 94c-8-5-7-10-3.500-10 2 0 3 1 3.500 2 .5-1 1.500-2 3.500-2 3.500 0 4.500 5-3.500 10z"
          fill="#fff"
        />
      </svg>
      <path d="M270 147l3-8h30l3 8z" fill="#2A1433" />
      <path d="M288 140V78" stroke="#2A1433" strokeWidth="3" />
      <path d="M270 82l8-28h20l8 28z" fill="#FFE3AE" />
      <path d="M270 82l8-28h20l8 28z" fill="#F2A94B" opacity=".35" />
    </LaptopScene>
  )
}
