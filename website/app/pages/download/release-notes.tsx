/**
 * The release notes in a collapsed details element, an item of the line with the version. Open, it takes the whole width. Line breaks are
 * kept.
 */
export function ReleaseNotes({ version, notes }: { version: string; notes: string }) {
  return (
    <details className="open:basis-full">
      <summary className="text-link -my-3 w-fit cursor-pointer list-none py-3 max-sm:text-sm">
        What’s new <span className="sr-only">in {version}</span>
      </summary>
      <p className="mt-2 max-w-prose whitespace-pre-line break-words text-muted">{notes}</p>
    </details>
  )
}
