import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { CoupleDrawing } from '../app/art/audience/couple.tsx'
import { ContentCreatorDrawing } from '../app/art/audience/creator.tsx'
import { NewParentsDrawing } from '../app/art/audience/new-parents.tsx'
import { PhotographerDrawing } from '../app/art/audience/photographer.tsx'
import { LostPrintDrawing } from '../app/art/lost-print.tsx'
import { BeachDrawing } from '../app/art/prints/beach.tsx'
import { BouquetDrawing } from '../app/art/prints/bouquet.tsx'
import { WeddingCakeDrawing } from '../app/art/prints/cake.tsx'
import { ConfettiDrawing } from '../app/art/prints/confetti.tsx'
import { DogInBowTieDrawing } from '../app/art/prints/dog-in-bow-tie.tsx'
import { FirstDanceDrawing } from '../app/art/prints/first-dance.tsx'
import { FirstLookDrawing } from '../app/art/prints/first-look.tsx'
import { FloorDrawing } from '../app/art/prints/floor.tsx'
import { MountainsDrawing } from '../app/art/prints/mountains.tsx'
import { NewbornsFeetDrawing } from '../app/art/prints/newborns-feet.tsx'
import {
  PortraitBlinkDrawing,
  PortraitBlurredDrawing,
  PortraitDrawing,
  PortraitTurnedDrawing,
} from '../app/art/prints/portrait.tsx'
import { WeddingRingsDrawing } from '../app/art/prints/rings.tsx'
import { SunsetWalkDrawing } from '../app/art/prints/sunset-walk.tsx'
import { ThumbOverLensDrawing } from '../app/art/prints/thumb.tsx'
import { RaisedGlassesDrawing } from '../app/art/prints/toast.tsx'
import type { DrawingProps } from '../app/art/scene.tsx'
import { SignatureDrawing } from '../app/art/signature.tsx'
import { DownloadStepDrawing } from '../app/art/steps/step-download.tsx'
import { OpenStepDrawing } from '../app/art/steps/step-open.tsx'
import { SwipeStepDrawing } from '../app/art/steps/step-swipe.tsx'
import { FramedPrintDrawing } from '../app/art/story/framed.tsx'
import { LateNightDrawing } from '../app/art/story/late-night.tsx'
import { ShoeboxDrawing } from '../app/art/story/shoebox.tsx'
import { TwoPilesDrawing } from '../app/art/story/two-piles.tsx'
import { VideoPosterDrawing } from '../app/art/video-poster.tsx'

/** A drawing rendered to SVG, with its texts and size. */
export type DrawnPicture = {
  id: string
  svg: string
  width: number
  height: number
  alt: string
  note: string | undefined
}

/** A drawing by its name, with the alt text of a photo print and the note that is written in pencil on its white edge. */
type Subject = readonly [id: string, Drawing: ComponentType<DrawingProps>, alt?: string, note?: string]

// Drawings other than the photo prints have no alt text, because the text beside them on the page says the same.
const subjects: readonly Subject[] = [
  ['portrait-blink', PortraitBlinkDrawing, 'The couple under the trees, her eyes closed.', 'she blinked'],
  ['portrait-turned', PortraitTurnedDrawing, 'The couple under the trees, his head turned away.', 'he looked away'],
  ['portrait-blurred', PortraitBlurredDrawing, 'The couple under the trees, blurred beyond saving.', 'so close'],
  ['portrait', PortraitDrawing, 'The couple under the trees, both smiling at the camera.', 'this one'],
  ['rings', WeddingRingsDrawing, 'Two gold rings lean against each other on linen.', 'rings, found'],
  [
    'thumb',
    ThumbOverLensDrawing,
    'The couple lean in for a kiss, behind the photographer’s thumb.',
    'thumb by Uncle Rob',
  ],
  ['dog-in-bow-tie', DogInBowTieDrawing, 'A dog in a rose bow tie tilts its head.', 'best man'],
  ['first-dance', FirstDanceDrawing, 'The couple dance in a pool of light.', 'our song'],
  ['floor', FloorDrawing, 'A wooden floor and the tips of two shoes, taken by accident.', 'the floor, 1 a.m.'],
  ['sunset-walk', SunsetWalkDrawing, 'The couple walk along the beach, hand in hand, toward a low sun.', 'walk home'],
  [
    'confetti',
    ConfettiDrawing,
    'The couple laugh under thrown confetti, arms in the air.',
    'confetti, later everywhere',
  ],
  ['cake', WeddingCakeDrawing, 'A cake of three tiers with roses, in window light.', 'cake, before'],
  ['first-look', FirstLookDrawing, 'The couple see each other for the first time that day.', 'here she comes'],
  ['bouquet', BouquetDrawing, 'Two hands hold a bouquet of roses against a white dress.', 'hers'],
  ['toast', RaisedGlassesDrawing, 'Four hands raise their glasses until they meet.', 'to us'],
  ['newborns-feet', NewbornsFeetDrawing, 'The feet of a newborn rest in a parent’s hand.', 'day one'],
  ['beach', BeachDrawing, 'A parasol and two towels on the beach, from above.', 'day six'],
  ['mountains', MountainsDrawing, 'A tent by a lake under mountains, at dawn.', 'no signal'],
  ['couple', CoupleDrawing],
  ['founders', CoupleDrawing, '', 'us, evening two'],
  ['new-parents', NewParentsDrawing],
  ['photographer', PhotographerDrawing],
  ['creator', ContentCreatorDrawing],
  ['step-download', DownloadStepDrawing],
  ['step-open', OpenStepDrawing],
  ['step-swipe', SwipeStepDrawing],
  ['late-night', LateNightDrawing, '', '11:47 p.m.'],
  ['shoebox', ShoeboxDrawing, '', "Mom's box"],
  ['two-piles', TwoPilesDrawing, '', 'yes / no'],
  ['framed', FramedPrintDrawing, '', 'the one'],
  ['lost-print', LostPrintDrawing, '', 'it moved'],
  ['signature', SignatureDrawing],
  ['video-poster', VideoPosterDrawing],
]

/** Renders every drawing of the site to SVG. */
export function drawPictures(): DrawnPicture[] {
  return subjects.map(draw)
}

function draw([id, Drawing, alt = '', note]: Subject): DrawnPicture {
  const markup = renderToStaticMarkup(<Drawing note={note} />)
  const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(markup) ?? []
  if (!width || !height) throw new Error(`The drawing '${id}' has no view box that starts at 0 0.`)
  // A standalone SVG file needs the namespace, and width and height for programs that display only the file.
  const svg = markup.replace(/^<svg /, `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" `)
  return {
    id,
    svg,
    width: Number(width),
    height: Number(height),
    note,
    alt: alt && note ? `${alt} Penciled below: “${note}”.` : alt,
  }
}
