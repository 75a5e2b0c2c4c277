/** The visible mark of a sample, followed by a sentence that says what it stands in for. Shown only while the content is a sample. */
export function SampleNote({ children }: { children: string }) {
  return (
    <>
      <b className="rounded-full border border-edge px-3">Sample</b> {children}
    </>
  )
}
