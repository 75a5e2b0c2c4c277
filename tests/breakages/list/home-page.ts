import type { HandWrittenMutant } from '../breakage.ts'

/** Mutation testing: hand-written defects in the routes and the home page (section 2 of tests/whole/requirements.md). */
export const homePageMutants: readonly HandWrittenMutant[] = [
  {
    breaks: ['R2.6'],
    what: 'the download page and the terms are entered where the last page was left',
    file: 'website/app/frame/enter-page.ts',
    find: '  scrollToTop()\n  const heading',
    replace: "  if (!['/download', '/terms'].includes(location.pathname)) scrollToTop()\n  const heading",
  },
  {
    breaks: ['R2.6'],
    what: 'the browser restores the place of a page it goes back to',
    file: 'website/build/inline-scripts.ts',
    find: 'history.scrollRestoration="manual"',
    replace: 'history.scrollRestoration="auto"',
  },
  {
    breaks: ['R2.26', 'R9.14'],
    what: 'blocks enter only when nine tenths of them are seen',
    file: 'ui/reveal.tsx',
    find: '{ threshold: REVEAL_VISIBLE_FRACTION }',
    replace: '{ threshold: 0.9 }',
  },
  {
    breaks: ['R2.26', 'R9.14'],
    what: 'blocks enter as soon as their edge is seen',
    file: 'ui/reveal.tsx',
    find: '{ threshold: REVEAL_VISIBLE_FRACTION }',
    replace: '{ threshold: 0 }',
  },
  {
    breaks: ['R2.26', 'R9.14'],
    what: 'blocks hide again when they leave the window',
    file: 'ui/reveal.tsx',
    find: "        if (!entries.some((entry) => entry.isIntersecting)) return\n        block.dataset.revealed = ''\n        end()",
    replace:
      "        if (!entries.some((entry) => entry.isIntersecting)) block.dataset.waiting = ''\n        else delete block.dataset.waiting",
  },
  {
    breaks: ['R2.26', 'R9.14'],
    what: 'an entrance takes 6 s',
    file: 'ui/reveal.tsx',
    find: 'block.style.transitionDuration = `${durationSeconds}s`',
    replace: 'block.style.transitionDuration = `${durationSeconds * 10}s`',
  },
  {
    breaks: ['R2.26'],
    what: 'blocks slide without fading',
    file: 'website/app/styles/entrances.css',
    find: 'opacity: 0;\n        transition-property',
    replace: 'opacity: 1;\n        transition-property',
  },
  {
    breaks: ['R2.27'],
    what: 'blocks from the left come from the right',
    file: 'website/app/styles/entrances.css',
    find: 'transform: translateX(2.5rem)',
    replace: 'transform: translateX(-2.6rem)',
  },
  {
    breaks: ['R2.27'],
    what: 'blocks from above do not move',
    file: 'website/app/styles/entrances.css',
    find: 'transform: translateY(-2.5rem)',
    replace: 'transform: none',
  },
  {
    breaks: ['R2.28'],
    what: 'the delay of an entrance is ignored',
    file: 'ui/reveal.tsx',
    find: 'block.style.transitionDelay = `${delaySeconds}s`',
    replace: "block.style.transitionDelay = '0s'",
  },
  {
    breaks: ['R2.22', 'R3.14'],
    what: 'the sides of the story are ignored',
    file: 'website/app/pages/home/sections/story.tsx',
    find: "const left = side === 'left'",
    replace: "const left = side === 'left' || title !== ''",
  },
  {
    breaks: ['R4.13', 'R9.10'],
    what: 'half of the page is told at 60 percent',
    file: 'website/app/constants.ts',
    find: '[25, 50, 75, 90]',
    replace: '[25, 60, 75, 90]',
  },
  {
    breaks: ['R2.20'],
    what: 'the frame of the film has no title',
    file: 'website/app/pages/home/sections/preview/stage.tsx',
    find: '      title={`Demo video of ${brand.name}`}\n',
    replace: '',
  },
]
