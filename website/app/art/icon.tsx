import { getSvgAriaAttributes } from './scene.tsx'

// SVG paths of the line icons, on a grid of 24 by 24, with round line ends and no fill. Gaps in a line suggest movement.
const outlines = {
  swipe: 'M8.5 3.5h7a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2h-7a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2zM3.5 19.5h16m-3-3 3 3-3 3',
  offline: 'M3 3l18 18M8.5 8.5A5 5 0 0 0 7 18h10.5M11 6.3a6 6 0 0 1 7 4.8 3.5 3.5 0 0 1 2.3 5.6',
  undo: 'M8.5 4.5 4 9l4.5 4.5M4 9h10a5.5 5.5 0 0 1 0 11h-3.5',
  stack: 'M12 3.5 21 8l-9 4.5L3 8zM3.5 12.2 12 16.5l8.5-4.3M3.5 16.2 12 20.5l8.5-4.3',
  heart:
    'M12 20C7 16.6 3.5 13.3 3.5 9.2A4.7 4.7 0 0 1 8.2 4.5c1.6 0 3 .8 3.8 2.2a4.3 4.3 0 0 1 3.8-2.2 4.7 4.7 0 0 1 4.7 4.7c0 4.1-3.5 7.4-8.5 10.8z',
  mac: 'M5.5 4.5h13a1.5 1.5 0 0 1 1.5 1.5v9.5H4V6a1.5 1.5 0 0 1 1.5-1.5zM2 15.5h20l-.8 2.3a1.8 1.8 0 0 1-1.7 1.2H4.5a1.8 1.8 0 0 1-1.7-1.2zM10 15.5c.2.7.8 1 2 1s1.8-.3 2-1',
  check: 'M5 12.5l4.7 4.7L19.5 7',
  close: 'M6 6l12 12M18 6 6 18',
  menu: 'M4 7h16M4 12h16M4 17h10',
  play: 'M8 5.2v13.6a.7.7 0 0 0 1.1.6l10.3-6.8a.7.7 0 0 0 0-1.2L9.1 4.6a.7.7 0 0 0-1.1.6z',
  left: 'M19.5 12h-15m6-6-6 6 6 6',
  infinity:
    'M12 12c-1.8-2.7-3.5-4.2-5.5-4.2a4.2 4.2 0 0 0 0 8.4c2 0 3.7-1.5 5.5-4.2 1.8-2.7 3.5-4.2 5.5-4.2a4.2 4.2 0 0 1 0 8.4c-2 0-3.7-1.5-5.5-4.2z',
  lock: 'M6.5 10.5h11a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2h-11a2 2 0 0 1-2-2v-6a2 2 0 0 1 2-2zM8 10.5V7.8a4 4 0 0 1 8 0v2.7M12 14.5v2',
} as const

/** The names of the icons. */
export type IconName = keyof typeof outlines

/** `label` is the accessible name; an icon without one is hidden from screen readers. */
type OutlineProps = { path: string; label?: string; className?: string }

/** Renders an icon in the current text colour. The icons of the download page alone are in download-icon.tsx. */
export function Icon({ name, ...props }: Omit<OutlineProps, 'path'> & { name: IconName }) {
  return <Outline path={outlines[name]} {...props} />
}

/** Renders a line drawing on the grid of the icons. */
export function Outline({ path, label, className = 'size-5' }: OutlineProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      className={className}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      {...getSvgAriaAttributes(label)}
    >
      <path d={path} />
    </svg>
  )
}
