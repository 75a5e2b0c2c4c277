import type { ComponentType } from 'react'
import type { DrawingProps } from '../scene.tsx'
import { BeachDrawing } from './beach.tsx'
import { BlurredDancerDrawing } from './blurred.tsx'
import { BouquetDrawing } from './bouquet.tsx'
import { WeddingCakeDrawing } from './cake.tsx'
import { ClosedEyesDrawing } from './closed-eyes.tsx'
import { ConfettiDrawing } from './confetti.tsx'
import { DogInBowTieDrawing } from './dog-in-bow-tie.tsx'
import { FirstDanceDrawing } from './first-dance.tsx'
import { FirstLookDrawing } from './first-look.tsx'
import { MountainsDrawing } from './mountains.tsx'
import { NewbornsFeetDrawing } from './newborns-feet.tsx'
import { WeddingRingsDrawing } from './rings.tsx'
import { SunsetWalkDrawing } from './sunset-walk.tsx'
import { ThumbOverLensDrawing } from './thumb.tsx'
import { RaisedGlassesDrawing } from './toast.tsx'

/**
 * A drawing that represents a photo print: title, alt text, whether it is a good photo to keep, and the drawing itself (400 by 400
 * units).
 */
export type PhotoPrintDrawing = {
  id: string
  title: string
  alt: string
  keep: boolean
  Drawing: ComponentType<DrawingProps>
}

/** All drawings of photo prints, with the five best ones first. */
export const photoPrintDrawings: readonly PhotoPrintDrawing[] = [
  {
    id: 'first-look',
    title: 'First look',
    alt: 'Two people in wedding clothes see each other for the first time that day, under trees in the morning light.',
    keep: true,
    Drawing: FirstLookDrawing,
  },
  {
    id: 'rings',
    title: 'Rings',
    alt: 'Two gold rings, one with a stone, lean against each other on folded linen.',
    keep: true,
    Drawing: WeddingRingsDrawing,
  },
  {
    id: 'sunset-walk',
    title: 'Sunset walk',
    alt: 'A couple walks along the beach, hand in hand, towards a low sun.',
    keep: true,
    Drawing: SunsetWalkDrawing,
  },
  {
    id: 'dog-in-bow-tie',
    title: 'The best dog',
    alt: 'A dog in a rose bow tie tilts its head.',
    keep: true,
    Drawing: DogInBowTieDrawing,
  },
  {
    id: 'first-dance',
    title: 'First dance',
    alt: 'A couple dances alone in a pool of light, under strings of small lamps.',
    keep: true,
    Drawing: FirstDanceDrawing,
  },
  {
    id: 'bouquet',
    title: 'Bouquet',
    alt: 'Two hands hold a bouquet of roses against a white dress.',
    keep: true,
    Drawing: BouquetDrawing,
  },
  {
    id: 'cake',
    title: 'Cake',
    alt: 'A cake of three tiers, decorated with roses, stands in window light.',
    keep: true,
    Drawing: WeddingCakeDrawing,
  },
  {
    id: 'confetti',
    title: 'Confetti',
    alt: 'A couple laughs under thrown confetti, arms in the air.',
    keep: true,
    Drawing: ConfettiDrawing,
  },
  {
    id: 'toast',
    title: 'Toast',
    alt: 'Four hands raise their glasses until they meet.',
    keep: true,
    Drawing: RaisedGlassesDrawing,
  },
  {
    id: 'newborns-feet',
    title: 'Newborn’s feet',
    alt: 'The feet of a newborn rest in a parent’s hand.',
    keep: true,
    Drawing: NewbornsFeetDrawing,
  },
  {
    id: 'beach',
    title: 'Beach',
    alt: 'A parasol and two towels on the sand, seen from above, with a wave coming in.',
    keep: true,
    Drawing: BeachDrawing,
  },
  {
    id: 'mountains',
    title: 'Mountains',
    alt: 'A tent with a light in it stands by a lake under mountains at dawn.',
    keep: true,
    Drawing: MountainsDrawing,
  },
  {
    id: 'blurred',
    title: 'Blurred',
    alt: 'A photo of dancing guests, blurred beyond saving.',
    keep: false,
    Drawing: BlurredDancerDrawing,
  },
  {
    id: 'closed-eyes',
    title: 'Eyes closed',
    alt: 'Two friends pose: one smiles, the other is caught in the middle of a blink.',
    keep: false,
    Drawing: ClosedEyesDrawing,
  },
  {
    id: 'thumb',
    title: 'Thumb',
    alt: 'A couple leans in for a kiss, and most of the photo is the photographer’s thumb.',
    keep: false,
    Drawing: ThumbOverLensDrawing,
  },
]
