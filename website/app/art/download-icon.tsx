import { Outline } from './icon.tsx'

// SVG paths of the icons that only the download page shows, drawn like those of icon.tsx. They are here to keep them out of the first load.
const outlines = {
  windows:
    'M4.5 4h15A1.5 1.5 0 0 1 21 5.5V15a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 15V5.5A1.5 1.5 0 0 1 4.5 4zM12 4v16m-4 0h8M3 10.2h18',
  mail: 'M5 5.5h14a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-9a2 2 0 0 1 2-2zM3.5 7.5l7.2 5.4a2.2 2.2 0 0 0 2.6 0l7.2-5.4',
  info: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM12 11.2v5M12 7.8h.01',
  copy: 'M10.5 8.5h7a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2h-7a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2zM15.5 5.5a1.5 1.5 0 0 0-1.5-1.5H6A1.5 1.5 0 0 0 4.5 5.5V14A1.5 1.5 0 0 0 6 15.5',
  share:
    'M12 15V3.5m-4 4 4-4 4 4M6.5 11h-.5A1.5 1.5 0 0 0 4.5 12.5V19A1.5 1.5 0 0 0 6 20.5h12a1.5 1.5 0 0 0 1.5-1.5v-6.5A1.5 1.5 0 0 0 18 11h-.5',
} as const

/** Renders an icon of the download page in the current text colour, hidden from screen readers. */
export function DownloadIcon({ name, className }: { name: keyof typeof outlines; className?: string }) {
  return <Outline path={outlines[name]} {...(className === undefined ? {} : { className })} />
}
