/** The release notes in a collapsed details element. Line breaks are kept. */
export function ReleaseNotes({ version, notes }: { version: string; notes: string }) {
  return (
    <details className="mt-4 max-w-prose">
      <summary className="text-link inline-flex min-h-11 cursor-pointer items-center">What’s new in {version}</summary>
      <p className="mt-1 whitespace-pre-line break-words text-muted">{notes}</p>
    </details>
  )
}
