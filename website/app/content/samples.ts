import type { SampleId } from '@site/contract/samples'
import { brand } from '../brand.ts'
import { founders } from './founders.ts'
import { letGo } from './promises.ts'
import { testimonialsAreSamples } from './testimonials.ts'

/** The samples in the website's content that its owner has not replaced yet. */
export const contentSamples: readonly SampleId[] = (
  [
    ['domain', brand.domain.endsWith('.example')],
    ['founders', founders.sample],
    ['testimonials', testimonialsAreSamples],
    ['demo-video', brand.demoVideo.sample],
    ['let-go', letGo === 'undecided'],
    ['release-key', brand.release.publicKeys.length === 0],
  ] as const
).flatMap(([id, isSample]) => (isSample ? [id] : []))
