import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { CoupleDrawing } from '../app/art/audience/couple.tsx'
import { ContentCreatorDrawing } from '../app/art/audience/creator.tsx'
import { NewParentsDrawing } from '../app/art/audience/new-parents.tsx'
import { PhotographerDrawing } from '../app/art/audience/photographer.tsx'
import { LostPrintDrawing } from '../app/art/lost-print.tsx'
import { photoPrintDrawings } from '../app/art/prints/prints.ts'
import { type DrawingProps, InitialsHereDrawing } from '../app/art/scene.tsx'
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
}

type Subject = { id: string; Drawing: ComponentType<DrawingProps>; alt?: string; note?: string }

// Drawings other than the photo prints have no alt text, because the text beside them on the page says the same.
const scenes: Subject[] = [
  { id: 'couple', Drawing: CoupleDrawing },
  { id: 'founders', Drawing: CoupleDrawing, note: 'us, evening two' },
  { id: 'new-parents', Drawing: NewParentsDrawing },
  { id: 'photographer', Drawing: PhotographerDrawing },
  { id: 'creator', Drawing: ContentCreatorDrawing },
  { id: 'step-download', Drawing: DownloadStepDrawing },
  { id: 'step-open', Drawing: OpenStepDrawing },
  { id: 'step-swipe', Drawing: SwipeStepDrawing },
  { id: 'late-night', Drawing: LateNightDrawing, note: '11:47 p.m.' },
  { id: 'shoebox', Drawing: ShoeboxDrawing, note: "Mom's box" },
  { id: 'two-piles', Drawing: TwoPilesDrawing, note: 'yes / no' },
  { id: 'framed', Drawing: FramedPrintDrawing, note: 'the one' },
  { id: 'lost-print', Drawing: LostPrintDrawing, note: 'it moved' },
  { id: 'signature', Drawing: SignatureDrawing },
  { id: 'initials-here', Drawing: InitialsHereDrawing },
  { id: 'video-poster', Drawing: VideoPosterDrawing },
]

/** Renders every drawing of the site to SVG. */
export function drawPictures(): DrawnPicture[] {
  return [...photoPrintDrawings, ...scenes].map(draw)
}

function draw({ id, Drawing, alt = '', note }: Subject): DrawnPicture {
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
    alt: alt && note ? `${alt} Penciled below: “${note}”.` : alt,
  }
}
