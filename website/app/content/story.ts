import { brand } from '../brand.ts'

/** An entry in the timeline of the founders' story. `side` is the side of its text on a wide screen, `picture` the name of its drawing. */
export type StoryMoment = { title: string; description: string; side: 'left' | 'right'; picture: string }

/** The entries in the timeline of the founders' story, in display order. */
export const storyMoments: readonly StoryMoment[] = [
  {
    title: 'Thousands of photos, one late night',
    description:
      'Our wedding photos had arrived. We opened the folder at the kitchen table, scrolled for an hour and closed it again.',
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
    description: `What helped was an old habit: pick up one print, decide, put it down. Keep, or let go. So we made ${brand.name} to do the same with photos on a computer.`,
    side: 'left',
    picture: 'two-piles',
  },
  {
    title: 'The one on the wall',
    description:
      'We were left with few enough to print, to send to the grandparents and to look at again next year. That’s what it’s all for.',
    side: 'right',
    picture: 'framed',
  },
]
