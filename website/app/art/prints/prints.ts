import type { ComponentType } from 'react'
import type { DrawingProps } from '../scene.tsx'
import { BeachDrawing } from './beach.tsx'
import { BouquetDrawing } from './bouquet.tsx'
import { WeddingCakeDrawing } from './cake.tsx'
import { ConfettiDrawing } from './confetti.tsx'
import { DogInBowTieDrawing } from './dog-in-bow-tie.tsx'
import { FirstDanceDrawing } from './first-dance.tsx'
import { FirstLookDrawing } from './first-look.tsx'
import { FloorDrawing } from './floor.tsx'
import { MountainsDrawing } from './mountains.tsx'
import { NewbornsFeetDrawing } from './newborns-feet.tsx'
import { PortraitBlinkDrawing, PortraitBlurredDrawing, PortraitDrawing, PortraitTurnedDrawing } from './portrait.tsx'
import { WeddingRingsDrawing } from './rings.tsx'
import { SunsetWalkDrawing } from './sunset-walk.tsx'
import { ThumbOverLensDrawing } from './thumb.tsx'
import { RaisedGlassesDrawing } from './toast.tsx'

/**
 * A drawing that represents a photo print: name, alt text, and the drawing itself (400 by 400 units). `note` is written in pencil on the
 * white edge of the print.
 */
export type PhotoPrintDrawing = { id: string; alt: string; note?: string; Drawing: ComponentType<DrawingProps> }

/** All drawings of photo prints. */
export const photoPrintDrawings: readonly PhotoPrintDrawing[] = [
  {
    id: 'portrait-blink',
    alt: 'The couple under the trees, her eyes closed.',
    note: 'she blinked',
    Drawing: PortraitBlinkDrawing,
  },
  {
    id: 'portrait-turned',
    alt: 'The couple under the trees, his head turned away.',
    note: 'he looked away',
    Drawing: PortraitTurnedDrawing,
  },
  {
    id: 'portrait-blurred',
    alt: 'The couple under the trees, blurred beyond saving.',
    note: 'so close',
    Drawing: PortraitBlurredDrawing,
  },
  {
    id: 'portrait',
    alt: 'The couple under the trees, both smiling at the camera.',
    note: 'this one',
    Drawing: PortraitDrawing,
  },
  {
    id: 'rings',
    alt: 'Two gold rings lean against each other on linen.',
    note: 'rings, found',
    Drawing: WeddingRingsDrawing,
  },
  {
    id: 'thumb',
    alt: 'The couple lean in for a kiss, behind the photographer’s thumb.',
    note: 'thumb by Uncle Rob',
    Drawing: ThumbOverLensDrawing,
  },
  {
    id: 'dog-in-bow-tie',
    alt: 'A dog in a rose bow tie tilts its head.',
    note: 'best man',
    Drawing: DogInBowTieDrawing,
  },
  {
    id: 'first-dance',
    alt: 'The couple dance in a pool of light.',
    note: 'our song',
    Drawing: FirstDanceDrawing,
  },
  {
    id: 'floor',
    alt: 'A wooden floor and the tips of two shoes, taken by accident.',
    note: 'the floor, 1 a.m.',
    Drawing: FloorDrawing,
  },
  {
    id: 'sunset-walk',
    alt: 'The couple walk along the beach, hand in hand, toward a low sun.',
    note: 'walk home',
    Drawing: SunsetWalkDrawing,
  },
  {
    id: 'confetti',
    alt: 'The couple laugh under thrown confetti, arms in the air.',
    note: 'confetti, later everywhere',
    Drawing: ConfettiDrawing,
  },
  {
    id: 'cake',
    alt: 'A cake of three tiers with roses, in window light.',
    note: 'cake, before',
    Drawing: WeddingCakeDrawing,
  },
  {
    id: 'first-look',
    alt: 'The couple see each other for the first time that day.',
    note: 'here she comes',
    Drawing: FirstLookDrawing,
  },
  {
    id: 'bouquet',
    alt: 'Two hands hold a bouquet of roses against a white dress.',
    note: 'hers',
    Drawing: BouquetDrawing,
  },
  {
    id: 'toast',
    alt: 'Four hands raise their glasses until they meet.',
    note: 'to us',
    Drawing: RaisedGlassesDrawing,
  },
  {
    id: 'newborns-feet',
    alt: 'The feet of a newborn rest in a parent’s hand.',
    note: 'day one',
    Drawing: NewbornsFeetDrawing,
  },
  {
    id: 'beach',
    alt: 'A parasol and two towels on the beach, from above.',
    note: 'day six',
    Drawing: BeachDrawing,
  },
  {
    id: 'mountains',
    alt: 'A tent by a lake under mountains, at dawn.',
    note: 'no signal',
    Drawing: MountainsDrawing,
  },
]
