import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Couple } from '../app/art/audience/couple.tsx'
import { Creator } from '../app/art/audience/creator.tsx'
import { NewParents } from '../app/art/audience/new-parents.tsx'
import { Photographer } from '../app/art/audience/photographer.tsx'
import { LostPrint } from '../app/art/lost-print.tsx'
import { prints } from '../app/art/prints/prints.ts'
import type { DrawingProps } from '../app/art/scene.tsx'
import { StepDownload } from '../app/art/steps/step-download.tsx'
import { StepOpen } from '../app/art/steps/step-open.tsx'
import { StepSwipe } from '../app/art/steps/step-swipe.tsx'
import { Framed } from '../app/art/story/framed.tsx'
import { LateNight } from '../app/art/story/late-night.tsx'
import { Shoebox } from '../app/art/story/shoebox.tsx'
import { TwoPiles } from '../app/art/story/two-piles.tsx'
import { VideoPoster } from '../app/art/video-poster.tsx'

/** A drawing rendered to SVG, with its texts and size. */
export type DrawnPicture = {
  id: string
  svg: string
  width: number
  height: number
  title: string
  alt: string
  keep: boolean
}

type Subject = { id: string; Drawing: ComponentType<DrawingProps>; title?: string; alt?: string; keep?: boolean }

// Drawings other than the photo prints have no alt text, because the text beside them on the page says the same.
const scenes: Subject[] = [
  { id: 'couple', Drawing: Couple },
  { id: 'new-parents', Drawing: NewParents },
  { id: 'photographer', Drawing: Photographer },
  { id: 'creator', Drawing: Creator },
  { id: 'step-download', Drawing: StepDownload },
  { id: 'step-open', Drawing: StepOpen },
  { id: 'step-swipe', Drawing: StepSwipe },
  { id: 'late-night', Drawing: LateNight },
  { id: 'shoebox', Drawing: Shoebox },
  { id: 'two-piles', Drawing: TwoPiles },
  { id: 'framed', Drawing: Framed },
  { id: 'lost-print', Drawing: LostPrint },
  { id: 'video-poster', Drawing: VideoPoster },
]

/** Renders every drawing of the site to SVG. */
export function drawPictures(): DrawnPicture[] {
  return [...prints, ...scenes].map(draw)
}

function draw({ id, Drawing, title = '', alt = '', keep = true }: Subject): DrawnPicture {
  const markup = renderToStaticMarkup(<Drawing />)
  const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(markup) ?? []
  if (!width || !height) throw new Error(`The drawing '${id}' has no view box that starts at 0 0.`)
  // A standalone SVG file needs the namespace, and width and height for programs that display only the file.
  const svg = markup.replace(/^<svg /, `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" `)
  return { id, svg, width: Number(width), height: Number(height), title, alt, keep }
}
