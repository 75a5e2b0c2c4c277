import { type ComponentType, useId } from 'react'
import { Mark } from './logo.tsx'
import { kept } from './palette.ts'
import { DogInBowTie } from './prints/dog-in-bow-tie.tsx'
import { FirstDance } from './prints/first-dance.tsx'
import { FirstLook } from './prints/first-look.tsx'
import { SunsetWalk } from './prints/sunset-walk.tsx'
import { Fade } from './scene.tsx'

/** What a shared link shows, 1200 by 630: the name, its line, and a pile with the kept print on top. Set in the site's serif. */
export function SocialCard({ name, tagline }: { name: string; tagline: string }) {
  const id = useId()
  return (
    <svg viewBox="0 0 1200 630" fontFamily="Fraunces, serif">
      <Fade id={`${id}c`} colours={kept} />
      <path d="M0 0h1200v630H0z" fill="#FBF6F1" />
      <path d="M520 630C560 380 640 120 1200 40v590z" fill="#F6E4D8" />
      <path d="M640 630c60-180 200-330 560-380v380z" fill="#F2D3CC" />
      <svg x="72" y="84" width="104" height="104">
        <Mark />
      </svg>
      <text x="196" y="164" fontSize="84" fontWeight="600" fill="#2A1433">
        {name}
      </text>
      <text x="76" fontSize="54" fontWeight="600" fill="#2A1433">
        {linesOf(tagline).map((line, index) => (
          <tspan key={line} x="76" y={296 + index * 68}>
            {line}
          </tspan>
        ))}
      </text>
      {pile.map(({ at, Drawing }) => (
        <g key={at} transform={at}>
          <path d="M-4 10h340v396H-4z" fill="#2A1433" opacity=".1" />
          <path d="M-2 5h336v394H-2z" fill="#2A1433" opacity=".12" />
          <path d="M0 0h330v390H0z" fill="#fff" />
          <svg x="20" y="20" width="290" height="290">
            <Drawing />
          </svg>
        </g>
      ))}
      <circle cx="1046" cy="524" r="50" fill={`url(#${id}c)`} stroke="#fff" strokeWidth="7" />
      <path
        d="M1046 550c-16-9-25-18-25-29 0-8 6-13 12-13 5 0 10 3 13 8 3-5 8-8 13-8 6 0 12 5 12 13 0 11-9 20-25 29z"
        fill="#fff"
      />
    </svg>
  )
}

const pile: { at: string; Drawing: ComponentType }[] = [
  { at: 'translate(926 154)rotate(14)scale(.82)', Drawing: FirstDance },
  { at: 'translate(566 212)rotate(-15)scale(.82)', Drawing: DogInBowTie },
  { at: 'translate(812 46)rotate(5)scale(.82)', Drawing: SunsetWalk },
  { at: 'translate(720 190)rotate(-4)scale(.94)', Drawing: FirstLook },
]

/** Breaks a sentence into lines of up to 20 letters, as SVG has no lines of its own. */
function linesOf(sentence: string): string[] {
  const lines = ['']
  for (const word of sentence.split(' ')) {
    const line = `${lines.at(-1)} ${word}`.trim()
    if (line.length > 20) lines.push(word)
    else lines[lines.length - 1] = line
  }
  return lines
}
