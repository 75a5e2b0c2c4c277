import { useId } from 'react'
import { skinTones } from '../palette.ts'
import { type DrawingProps, DrawingRoot, LinearGradient, RadialGradient } from '../scene.tsx'

/** Drawing: a hand and two piles of photo prints on a table. */
export function TwoPilesDrawing(props: DrawingProps) {
  const id = useId()
  const paint = (name: string) => `url(#${id}${name})`
  return (
    <DrawingRoot id={id} width={240} height={180} {...props}>
      <LinearGradient id={`${id}a`} across colours={['#D9B092', '#F0CDA8', '#FBE3C3']} />
      <RadialGradient id={`${id}b`} colours={['#F98FB0B3', '#F98FB000']} />
      <LinearGradient id={`${id}c`} colours={['#8C3F8C', '#E5628A', '#FFDE9C']} />
      <LinearGradient id={`${id}d`} colours={['#F7B7A8', '#7A5AA6']} />
      <path d="M0 0h240v180H0z" fill={paint('a')} />
      <path
        d="M0 46q120-16 240 0M0 96q120 12 240-2M0 146q120-10 240 4"
        fill="none"
        stroke="#C08A66"
        strokeWidth="1.5"
        opacity=".4"
      />
      <circle cx="178" cy="72" r="74" fill={paint('b')} />
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
      <path d="M147 39h50v43h-50z" fill={paint('d')} />
      <path d="M147 82V68l16-14 12 10 10-8 12 12v14z" fill="#4B3A7C" />
      <path d="M118 66l58 16-17 60-58-16z" fill="#5B2A5E" opacity=".3" />
      <path d="M124 58l58 16-17 60-58-16z" fill="#FFFDF8" />
      <path d="M127 64l48 13-11 40-48-13z" fill={paint('c')} />
      <circle cx="152" cy="88" r="7" fill="#FFF3C9" />
      <path d="M120 91q18-2 26 6t22 4l-4 16-48-13z" fill="#5B2A5E" />
      <path
        d="M196 200c2-30-4-44-18-56l-18-12-8-14c2-6 8-6 12-2l14 10 16 2c20 8 40 36 46 72z"
        fill={skinTones.olive.shade}
      />
      <path d="M204 200c4-28-2-46-16-56l-26-8c-6-2-8-10 0-12l28 4c24 6 44 32 54 72z" fill={skinTones.olive.light} />
      <path d="M190 200q2-24-4-34l48-16 26 50z" fill="#4F7B68" />
      <path d="M186 166l48-16 4 8-50 16z" fill="#8FAE8B" />
    </DrawingRoot>
  )
}
