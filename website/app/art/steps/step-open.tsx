import { type DrawingProps, Stroke } from '../scene.tsx'
import { LaptopScene } from './desk.tsx'

/** Drawing for step 2 of how it works: at noon, a folder with more photos than fit on the laptop's screen. */
export function OpenStepDrawing(props: DrawingProps) {
  return (
    <LaptopScene
      wall={['#CFE0D2', '#E6E9D2', '#FBEFD6']}
      light={{ x: 40, y: 20, colour: '#FFFDF0' }}
      table={['#C9A285', '#94685F']}
      screen={['#2F1A3B', '#1F0F2A']}
      {...props}
    >
      <svg x="74" y="22" width="172" height="104">
        {photos.map(([sky, land, sun], index) => (
          <g key={index} transform={`translate(${8 + (index % 5) * 32} ${8 + Math.floor(index / 5) * 32})`}>
            <path d="M0 0h28v28H0z" fill={sky} />
            <circle cx={6 + ((index * 7) % 17)} cy="9" r="4" fill={sun} />
            <path d={index % 2 ? 'M0 18l8-7 7 5 5-4 8 8v8H0z' : 'M0 20q8-8 15-3t13-2v13H0z'} fill={land} />
          </g>
        ))}
        <Stroke d="M167 10v84" ink="#fff" width={3} opacity=".15" />
        <Stroke d="M167 10v7" ink="#fff" width={3} opacity=".7" />
      </svg>
      <g transform="translate(5 -6)">
        <path d="M274 118h28l-4 34h-20z" fill="#E5447F" />
        <path d="M274 118h28l-1 7h-26z" fill="#B8235C" />
        <path
          d="M288 118C286 96 272 92 266 78c16 2 24 14 23 30 0-20 4-36 16-44 6 20-2 34-13 46 2-8 10-14 20-14-4 12-12 18-24 22z"
          fill="#4F7B68"
        />
        <path d="M289 108c0-16-6-22-16-27M291 104c0-14 4-24 11-32" fill="none" stroke="#8FAE8B" strokeWidth="1.500" />
      </g>
    </LaptopScene>
  )
}

const photos = [
  ['#F7B7A8', '#8C3F8C', '#FFF3C9'],
  ['#BFD9D6', '#5F8464', '#fff'],
  ['#C9B3F2', '#5B2A5E', '#FFE3AE'],
  ['#FBE3C3', '#B5607A', '#E5447F'],
  ['#7A5AA6', '#2A1433', '#FFFDF8'],
  ['#FFDE9C', '#E5628A', '#fff'],
  ['#F6CDB0', '#814A2E', '#FFFDF8'],
  ['#8FAE8B', '#24433F', '#FFF3C9'],
  ['#E5628A', '#4B1F57', '#FFDE9C'],
  ['#D6E3F2', '#6B5A80', '#FFE3AE'],
  ['#B5607A', '#2A1433', '#FFE3AE'],
  ['#FFF1DC', '#D99A9A', '#F2A94B'],
  ['#BFD9D6', '#3F6B5A', '#FFFDF8'],
  ['#F2A94B', '#8C3F5E', '#FFF3C9'],
  ['#C9B3F2', '#7C3AED', '#fff'],
] as const
