import type { HandWrittenMutant } from '../breakage.ts'

const BUTTON = 'ui/button.tsx'
const CONTROLS = 'website/app/styles/controls.css'
const MOVES = 'website/app/styles/motion.css'

/** Mutation testing: hand-written defects in buttons: their appearance and their actions (section 2 of tests/whole/requirements.md). */
export const buttonMutants: readonly HandWrittenMutant[] = [
  {
    breaks: ['R2.29'],
    what: 'every size of button looks like the medium one',
    file: BUTTON,
    find: "joinClassNames('button', sizes[size],",
    replace: "joinClassNames('button', sizes[size] && sizes.md,",
  },
  {
    breaks: ['R2.29'],
    what: 'the small button is as large as the medium one',
    file: BUTTON,
    find: "sm: 'min-h-11 px-4 text-sm'",
    replace: "sm: 'min-h-11 px-5 text-base'",
  },
  {
    breaks: ['R2.29'],
    what: 'every variant of button looks like the primary one',
    file: BUTTON,
    find: 'variants[variant], fullWidth',
    replace: 'variants[variant] && variants.primary, fullWidth',
  },
  {
    breaks: ['R2.29'],
    what: 'a full-width button is as wide as its words',
    file: BUTTON,
    find: "fullWidth && 'w-full'",
    replace: "fullWidth && 'w-auto'",
  },
  {
    breaks: ['R2.31'],
    what: 'buttons have nearly square corners',
    file: CONTROLS,
    find: '    padding-block: 0.4em;\n    border-radius: var(--radius-round);',
    replace: '    padding-block: 0.4em;\n    border-radius: 6px;',
  },
  {
    breaks: ['R9.15'],
    what: 'the pointer moves no button',
    file: MOVES,
    find: '      &:hover {',
    replace: '      &.hovered {',
  },
  {
    breaks: ['R9.15'],
    what: 'a button sinks under the pointer',
    file: MOVES,
    find: 'translateY(-2px) scale(1.02)',
    replace: 'translateY(2px) scale(1.02)',
  },
  {
    breaks: ['R9.15'],
    what: 'a pressed button grows',
    file: MOVES,
    find: 'transform: scale(0.98)',
    replace: 'transform: scale(1.08)',
  },
  {
    breaks: ['R2.32', 'R4.23'],
    what: 'the spinner has the colour of nothing',
    file: CONTROLS,
    find: 'border: 0.15em solid currentColor;',
    replace: 'border: 0.15em solid transparent;',
  },
  {
    breaks: ['R2.32'],
    what: 'the spinner stands still',
    file: CONTROLS,
    find: 'animation: spin 0.8s linear infinite;',
    replace: 'animation: none;',
  },
  {
    breaks: ['R2.32'],
    what: 'the spinner has no size',
    file: CONTROLS,
    find: '    width: 1.1em;\n    height: 1.1em;',
    replace: '    width: 0;\n    height: 0;',
  },
  {
    breaks: ['R2.32'],
    what: 'the spinner is there before anything is sent',
    file: CONTROLS,
    find: '.button[aria-busy="true"]::before',
    replace: '.button::before',
  },
  {
    breaks: ['R2.30', 'R4.1'],
    what: 'presses are obeyed while a button is loading',
    file: BUTTON,
    find: 'if (blocked) event.preventDefault()',
    replace: 'if (disabled) event.preventDefault()',
  },
  {
    breaks: ['R2.30', 'R4.1', 'R4.23'],
    what: 'a loading button looks and announces itself as enabled',
    file: BUTTON,
    find: "'aria-disabled': blocked || undefined",
    replace: "'aria-disabled': disabled || undefined",
  },
]
