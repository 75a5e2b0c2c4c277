import { founders } from './founders.ts'

/** An entry in the timeline of the founders' story. `side` is the side of its text on a wide screen, `picture` the name of its drawing. */
export type StoryMoment = { title: string; description: string; side: 'left' | 'right'; picture: string }

/** The entries in the timeline of the founders' story, in display order. */
export const storyMoments: readonly StoryMoment[] = [
  {
    title: 'Thousands of photos, one late night',
    description: `Our photographer sent ${founders.photos.received} photos. We opened the folder at the kitchen table, scrolled for an hour, and closed it again.`,
    side: 'left',
    picture: 'late-night',
  },
  {
    title: 'A shoebox nobody opens',
    description:
      'Our parents had a shoebox full of prints. Ours was a folder on a laptop. Everything was in it, so we never looked.',
    side: 'right',
    picture: 'shoebox',
  },
  {
    title: 'Two piles on the table',
    description: 'Then we did what our parents did: one print, one decision, put it down. Two piles. So we built that.',
    side: 'left',
    picture: 'two-piles',
  },
  {
    title: 'The one on the wall',
    description: `We kept ${founders.photos.kept}. One is on the wall, forty went to the grandparents, and we look at the rest. On purpose.`,
    side: 'right',
    picture: 'framed',
  },
]
