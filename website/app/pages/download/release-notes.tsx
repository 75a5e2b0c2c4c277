/** The release notes whose button is in the line with the version. Line breaks are kept. */
export type ReleaseNotes = { text: string; areShown: boolean; toggle: () => void }

const ID = 'release-notes'

/** The button that shows and hides the release notes. They are not below it, so that opening them does not move the button. */
export function ReleaseNotesButton({ notes, version }: { notes: ReleaseNotes; version: string }) {
  return (
    <button
      type="button"
      className="text-link -my-3 cursor-pointer py-3"
      aria-expanded={notes.areShown}
      aria-controls={notes.areShown ? ID : undefined}
      onClick={notes.toggle}
    >
      What’s new <span className="sr-only">in {version}</span>
    </button>
  )
}

/** The text of the release notes, while it is shown. */
export function ReleaseNotesText({ notes }: { notes: ReleaseNotes }) {
  if (!notes.areShown) return null
  return (
    <p id={ID} className="mt-1 max-w-prose whitespace-pre-line break-words text-muted">
      {notes.text}
    </p>
  )
}
