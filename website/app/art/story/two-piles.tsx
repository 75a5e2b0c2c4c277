import { skin } from '../newlyweds.tsx'
import { SunsetWalkDrawing } from '../prints/sunset-walk.tsx'
import { type DrawingProps, DrawingRoot, LinearGradient, RadialGradient, Stroke } from '../scene.tsx'

/** Drawing: a hand and two piles of photo prints on a table. */
export function TwoPilesDrawing(props: DrawingProps) {
  return (
    <DrawingRoot width={240} height={180} {...props}>
      <LinearGradient id="a" across colours={['#D9B092', '#F0CDA8', '#FBE3C3']} />
      <RadialGradient id="b" colours={['#F98FB0B3', '#F98FB000']} />
      <LinearGradient id="d" colours={['#F7B7A8', '#7A5AA6']} />
      <path d="M0 0h240v180H0z" fill="url(#a)" />
      <path
        d="M0 46q120-16 240 0M0 96q120 12 240-2M0 146q120-10 240 4"
        fill="none"
        stroke="#C08A66"
        strokeWidth="1.5"
        opacity=".4"
      />
      <circle cx="178" cy="72" r="74" fill="url(#b)" />
      <g fill="#5B2A5E" opacity=".35">
        <path d="M20 44l56-10 12 62-56 12zM140 34l62 6-6 66-62-4z" transform="translate(-6 7)" />
      </g>
      <g fill="#F3E6DE" stroke="#8A5A6A" strokeOpacity=".25">
        <path d="M24 36l54 4-4 62-54-4z" />
        <path d="M20 44l56-10 12 62-56 12z" />
        <path d="M26 40l54-2 2 62-54 2z" />
      </g>
      <path d="M31 45l44-2 1 40-44 2z" fill="#B9A9B4" />
      <path d="M32 74q16-18 26-8t18-2v19l-44 2z" fill="#94838F" />
      <g fill="#FFFDF8" stroke="#8A5A6A" strokeOpacity=".3">
        <path d="M138 42l58-10 10 60-58 12z" />
        <path d="M140 34l62 6-6 66-62-4z" />
        <path d="M136 40l60-8 8 62-60 8z" />
        <path d="M142 34h60v66h-60z" />
      </g>
      <path d="M147 39h50v43h-50z" fill="url(#d)" />
      <path d="M147 82V68l16-14 12 10 10-8 12 12v14z" fill="#4B3A7C" />
      <path d="M118 66l58 16-17 60-58-16z" fill="#5B2A5E" opacity=".3" />
      <Stroke d="M196 146Q184 128 172 118M204 146Q196 124 182 108" ink={skin.him.shade} width={13} />
      <path d="M124 58l58 16-17 60-58-16z" fill="#FFFDF8" />
      <svg x="115" y="64" width="60" height="53">
        <g transform="translate(12 0)rotate(15.4)">
          <svg width="49" height="43" viewBox="0 46 400 350">
            <SunsetWalkDrawing />
          </svg>
        </g>
      </svg>
      <path
        d="M214 200C206 176 192 164 178 154c-10-8-16-16-12-22 6-6 14 0 22 8 12-4 22 2 32 12 14 14 26 30 30 48z"
        fill={skin.him.light}
      />
      <Stroke d="M182 156Q172 146 159 137" ink={skin.him.shade} width={14} />
      <Stroke d="M184 152Q172 142 160 134" ink={skin.him.light} width={12} />
      <Stroke d="M157 132.5l5 3.5" ink="#F6CDB0" width={6} opacity=".6" />
      <Stroke d="M196 147q10 6 16 16M206 146q10 6 14 14" ink={skin.him.shade} width={2} opacity=".8" />
      <path d="M198 190q-2-10-6-16l36-22 28 20v24z" fill="#E8CDB4" />
      <path d="M189 172l38-25 7 9-39 26z" fill="#FFF3E0" />
    </DrawingRoot>
  )
}
