import { LogoMark } from '../logo.tsx'
import { type DrawingProps, Stroke } from '../scene.tsx'
import { LaptopScene } from './desk.tsx'

/** Drawing for step 1 of how it works: in the morning, the app appears on the laptop's screen. */
export function DownloadStepDrawing(props: DrawingProps) {
  return (
    <LaptopScene
      wall={['#F6C9B8', '#FBE0C6', '#FFF1DC']}
      light={{ x: 270, y: 30, colour: '#FFF6DC' }}
      table={['#D9A08C', '#B5748A']}
      screen={['#E9DDF9', '#F9D9DF']}
      {...props}
    >
      <circle cx="160" cy="74" r="46" fill="#fff" opacity=".45" />
      <Stroke d="M148 14v24M160 8v26M172 14v24" ink="#7C3AED" width={3} opacity=".3" />
      <svg x="126" y="34" width="68" height="68">
        <LogoMark />
      </svg>
      <path d="M104 110h112q7 0 7 7v9H97v-9q0-7 7-7z" fill="#fff" opacity=".75" />
      <g strokeWidth="10" strokeLinecap="round" strokeLinejoin="round">
        <path d="M110 120h.1" stroke="#C9B3F2" />
        <path d="M126.500 120h.1M193 120h.1" stroke="#8FAE8B" />
        <path d="M143 120h.1M210 120h.1" stroke="#F7B7CB" />
        <path d="M176.500 120h.1" stroke="#F2C15B" />
      </g>
      <g transform="translate(6 -5)">
        <path d="M270 120l2 30q8 5 24 0l3-30z" fill="#FFFDF8" />
        <path d="M298 126q14 0 11 11t-13 9" fill="none" stroke="#FFFDF8" strokeWidth="4" />
        <ellipse cx="284.500" cy="120" rx="14.500" ry="3.500" fill="#6B3A2A" />
        <path
          d="M278 112q-5-7 0-13t0-13M288 112q-5-7 0-13"
          fill="none"
          stroke="#fff"
          strokeWidth="2.500"
          opacity=".7"
        />
      </g>
    </LaptopScene>
  )
}
