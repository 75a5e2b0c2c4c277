import { brand } from '../brand.ts'

/** An entry in the timeline of the founders' story. `side` is the side of its text on a wide screen, `picture` the name of its drawing. */
export type StoryMoment = { title: string; description: string; side: 'left' | 'right'; picture: string }

/** The entries in the timeline of the founders' story, in display order. */
export const storyMoments: readonly StoryMoment[] = [
  {
    title: 'Thousands, late at night',
    description:
      'The wedding photos arrived, and there were thousands. We opened the folder at the kitchen table, scrolled for an hour, and closed it again.',
    side: 'left',
    picture: 'late-night',
  },
  {
    title: 'A shoebox nobody opens',
    description:
      'Our parents had a shoebox full of prints. Ours was a folder with a longer name. Everything was in it, so nobody ever looked.',
    side: 'right',
    picture: 'shoebox',
  },
  {
    title: 'Two piles on the table',
    description: `What helped was old: hold one print, decide, put it down. Keep, or let go. So we made ${brand.name} do just that with the photos on a computer.`,
    side: 'left',
    picture: 'two-piles',
  },
  {
    title: 'The one on the wall',
    description:
      'What was left were few enough to print, to send to the grandparents, and to look at again next year. That is all it is for.',
    side: 'right',
    picture: 'framed',
  },
]
