import type { ComponentProps } from 'react'
import { FrontHead, ProfileHead } from './figures.tsx'
import { skinTones } from './palette.ts'
import { Stroke } from './scene.tsx'

// The couple whose wedding is in the pictures of the site, and who founded the product. They are drawn here only, so that visitors
// recognise them in every picture.

/** Skin of the two, for arms and hands. */
export const skin = { him: skinTones.brown, her: skinTones.fair } as const

/** Colours of the clothes and hair of the two. */
export const looks = {
  hisHair: '#1B0C1F',
  herHair: '#B4512F',
  herHairInShade: '#8C3826',
  herHairInLight: '#D9744A',
} as const

type FrontProps = Omit<ComponentProps<typeof FrontHead>, 'tone' | 'beard' | 'brows' | 'lips' | 'behind'>
type ProfileProps = Omit<ComponentProps<typeof ProfileHead>, 'tone' | 'beard' | 'behind'>

/** Draws his head from the front: brown skin, short curls, a trimmed beard. */
export function HisHead(props: FrontProps) {
  return (
    <FrontHead {...props} tone="brown" beard={looks.hisHair} brows={looks.hisHair}>
      <path
        d="M-20-2C-25-12-24-24-17-28c0-6 8-10 14-8 5-4 13-2 15 3 8 1 12 9 9 15 2 5 1 11-1 16-1-7-2-11-5-14-9 3-21 3-29 0-3 3-4 7-6 14z"
        fill={looks.hisHair}
      />
      <Stroke d="M-12-29q4-4 9-2M2-31q6-3 9 2M-16-21q4-3 8-1M0-24q6-2 10 1M14-22q3 1 4 5" ink="#5B3550" width={1.6} />
      {props.children}
    </FrontHead>
  )
}

/** Draws her head from the front: fair skin, long copper hair. */
export function HerHead({ wreath = false, ...props }: FrontProps & { wreath?: boolean }) {
  return (
    <FrontHead
      {...props}
      tone="fair"
      brows={looks.herHairInShade}
      lips="#C2345F"
      behind={
        <path
          d="M-20-14C-22-42 27-42 23-12 24 0 32 8 29 22 30 34 26 46 14 48 9 40 10 26 6 16H-6C-10 26-9 40-14 48-26 46-31 34-29 22-31 10-23 0-20-14z"
          fill={looks.herHairInShade}
        />
      }
    >
      <path
        d="M-20 6C-27-22-18-37 0-37 20-37 27-19 20 8 29 16 28 34 18 44 21 28 16 16 17 6 18-4 14-15 4-23-3-13-12-10-16-8-18-3-17 2-18 8-17 20-22 30-17 44-28 34-29 16-20 6z"
        fill={looks.herHair}
      />
      <Stroke
        d="M4-23C-4-22-14-18-18-8M6-32C18-30 22-18 20-4M21 12q5 9 2 18M-21 12q-5 9-2 18"
        ink={looks.herHairInLight}
        width={1.6}
      />
      {wreath && <Wreath d="M-20-18Q-2-39 17-22" />}
    </FrontHead>
  )
}

/** Draws his head in profile, looking right. */
export function HisProfile(props: ProfileProps) {
  return (
    <ProfileHead {...props} tone="brown" beard={looks.hisHair}>
      <path
        d="M-19 9C-25-4-24-18-17-26c1-6 9-10 15-7 6-3 14-1 16 4 6 2 8 8 5 13-7-3-13-2-16 3-3 3-3 8-5 12-3-5-8-4-8 1 0 4 3 6 1 9-4 2-8 2-10 0z"
        fill={looks.hisHair}
      />
      {props.children}
    </ProfileHead>
  )
}

/** Draws her head in profile, looking right, with her hair on her back. */
export function HerProfile({ wreath = false, ...props }: ProfileProps & { wreath?: boolean }) {
  return (
    <ProfileHead
      {...props}
      tone="fair"
      behind={
        <path
          d="M-14-20C-26-12-24 2-28 12-33 24-30 40-22 52-14 48-4 44-2 34-4 26 0 16-2 6z"
          fill={looks.herHairInShade}
        />
      }
    >
      <path
        d="M-2 6C-6 14 0 22-6 32-10 40-16 42-20 44-27 36-26 22-22 12-20 2-24-8-20-18-15-34 6-38 17-24 20-20 20-16 18-13 10-18 2-16-1-8-3-4 0 0-2 6z"
        fill={looks.herHair}
      />
      <Stroke
        d="M17-22C6-30-8-26-13-14-16-4-12 4-16 14-20 22-20 30-17 36M2-14C-6-10-6-2-8 6"
        ink={looks.herHairInLight}
        width={1.6}
      />
      {wreath && <Wreath d="M-17-20Q-4-26 15-26" />}
      {props.children}
    </ProfileHead>
  )
}

/** Draws the small white flowers that she wears in her hair at the wedding. */
function Wreath({ d }: { d: string }) {
  return (
    <g fill="none" strokeLinecap="round">
      <path d={d} stroke="#FFFDF8" strokeWidth="5.5" strokeDasharray="0 6.4" />
      <path d={d} stroke="#F2A94B" strokeWidth="1.6" strokeDasharray="0 6.4" />
    </g>
  )
}
