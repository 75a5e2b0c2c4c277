import { useId } from 'react'
import { skinTones } from './palette.ts'
import { DogInBowTieDrawing } from './prints/dog-in-bow-tie.tsx'
import { WeddingRingsDrawing } from './prints/rings.tsx'
import { SunsetWalkDrawing } from './prints/sunset-walk.tsx'
import { type DrawingProps, DrawingRoot, LinearGradient, RadialGradient } from './scene.tsx'

/**
 * The poster (preview image) of the demo video: photo prints move from a laptop to a pile of kept photos on the right, or off to the left.
 * The middle of the laptop's screen is plain, because the play button is over it.
 */
export function VideoPosterDrawing(props: DrawingProps) {
  const id = useId()
  const paint = (name: string) => `url(#${id}${name})`
  return (
    <DrawingRoot id={id} width={640} height={360} {...props}>
      <LinearGradient id={`${id}a`} colours={['#241036', '#5B2A66', '#B5607A']} />
      <LinearGradient id={`${id}b`} colours={['#F3D3B4', '#D9A08C', '#A8627E']} />
      <RadialGradient id={`${id}c`} colours={['#FFE9CF', '#F98FB080', '#E5447F00']} />
      <RadialGradient id={`${id}d`} colours={['#FFE3AE', '#F2A94B66', '#F2A94B00']} />
      <LinearGradient id={`${id}e`} colours={['#6B5A80', '#3A2A52']} />
      <LinearGradient id={`${id}f`} colours={['#2A143399', '#2A143300']} />
      <LinearGradient id={`${id}g`} across colours={['#3F5F50', '#7FA27C']} />
      <path d="M0 0h640v250H0z" fill={paint('a')} />
      <g fill="#FFE3AE" stroke="#FFF3D6" strokeOpacity=".4">
        <circle cx="52" cy="52" r="26" opacity=".28" />
        <circle cx="120" cy="96" r="14" opacity=".3" />
        <circle cx="586" cy="44" r="30" opacity=".3" />
        <circle cx="520" cy="84" r="15" opacity=".35" />
        <circle cx="28" cy="142" r="12" opacity=".25" />
        <circle cx="612" cy="132" r="14" opacity=".3" />
        <circle cx="98" cy="24" r="8" opacity=".35" />
        <circle cx="538" cy="20" r="8" opacity=".35" />
      </g>
      <circle cx="320" cy="150" r="250" fill={paint('d')} opacity=".55" />
      <path d="M0 232q320-30 640 0v128H0z" fill={paint('b')} />
      <path d="M140 288h360l60 72H80z" fill={paint('f')} opacity=".6" />
      {/* the laptop */}
      <path d="M162 40q0-12 12-12h292q12 0 12 12v206H162z" fill="#1B0B2A" />
      <svg x="172" y="38" width="296" height="200">
        <svg y="-70" width="296" height="296">
          <SunsetWalkDrawing />
        </svg>
      </svg>
      <path d="M172 38h120L172 200z" fill="#fff" opacity=".08" />
      <path d="M140 246h360l26 30q2 10-10 10H124q-12 0-10-10z" fill={paint('e')} />
      <path d="M140 246h360l3 4H137z" fill="#fff" opacity=".4" />
      <path d="M170 254h300l10 12H160z" fill="#1B0B2A" opacity=".55" />
      <path d="M278 270h84l4 10h-92z" fill="#1B0B2A" opacity=".35" />
      {/* A photo print that is not kept (swiped left) */}
      <g transform="translate(70 246)rotate(-14)" opacity=".75">
        <path d="M-46-44h88v104h-88z" fill="#5B2A5E" opacity=".35" transform="translate(-8 10)" />
        <path d="M-44-50h88v104h-88z" fill="#EADFD8" />
        <path d="M-37-43h74v74h-74z" fill="#A899A8" />
        <path d="M-37 14q24-30 40-14t34 0v31h-74z" fill="#877888" />
      </g>
      {/* The pile of kept photo prints */}
      <circle cx="546" cy="216" r="110" fill={paint('c')} />
      <path d="M484 190l104-6 12 110-110 8z" fill="#5B2A5E" opacity=".4" transform="translate(-10 12)" />
      <path d="M488 168l104 12-12 118-104-12z" fill="#F3E6DE" />
      <path d="M494 160l102-6 8 120-104 6z" fill="#FBF3EC" />
      <g transform="translate(544 214)rotate(5)">
        <path d="M-52-58h104v122H-52z" fill="#fff" />
        <svg x="-45" y="-51" width="90" height="90">
          <DogInBowTieDrawing />
        </svg>
      </g>
      {/* A photo print held in a hand */}
      <path d="M446 262c20-14 40-10 50 4l-10 40-40 10z" fill={skinTones.brown.shade} />
      <g transform="translate(418 252)rotate(11)">
        <path d="M-52-58h104v122H-52z" fill="#2A1433" opacity=".35" transform="translate(-7 9)" />
        <path d="M-52-58h104v122H-52z" fill="#fff" />
        <svg x="-45" y="-51" width="90" height="90">
          <WeddingRingsDrawing />
        </svg>
      </g>
      <path
        d="M560 372c-10-40-30-62-60-70l-46-6c-12-2-12-20 2-20l30 0c10-12 26-14 40-8 36 12 60 50 74 104z"
        fill={skinTones.brown.light}
      />
      <path d="M456 276h10q4 8-2 16l-12 2c-10-4-8-18 4-18z" fill="#F6CDB0" opacity=".5" />
      <path d="M552 372c-4-24-12-40-24-52l48-40c26 20 46 52 60 92z" fill={paint('g')} />
      <path d="M526 318l48-40 8 7-50 42z" fill="#FFFDF8" />
    </DrawingRoot>
  )
}
