/** Which screenshots the contact sheet shows beside the current ones. */
export type ShotsBefore = {
  /** The Git revision that the screenshots were taken of, as the developer wrote it. */
  revision: string
  /** The folder of the screenshots, relative to the contact sheet. */
  folder: string
  /** Maps the file name of each screenshot to whether the current screenshot differs from it. */
  changed: ReadonlyMap<string, boolean>
}

/**
 * Renders the contact sheet as HTML: one row per state, one column per width and colour scheme. Each screenshot links to its full size.
 * With `before`, the screenshot of that revision is on the left of each screenshot that differs; states without a difference come last.
 */
export function renderContactSheet(pictures: readonly string[], before?: ShotsBefore): string {
  const states = [...Map.groupBy(pictures.toSorted(), (file) => file.split('.')[0] ?? '')]
  const isChanged = (file: string) => before !== undefined && before.changed.get(file) !== false
  const rows = states
    .toSorted(([, a], [, b]) => Number(b.some(isChanged)) - Number(a.some(isChanged)))
    .map(([name, files]) => {
      const cells = files
        .toSorted((a, b) => widthOf(a) - widthOf(b))
        .map((file) => renderCell(file, isChanged(file) ? before : undefined))
      const note = before && !files.some(isChanged) ? ` (as in ${escapeHtml(before.revision)})` : ''
      return `<section><h2>${name}${note}</h2><div>${cells.join('\n')}</div></section>`
    })
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${before ? `Every state beside ${escapeHtml(before.revision)}` : 'Every state'}</title>
<style>
body { font: 14px system-ui; margin: 2rem; background: #888; }
div { display: flex; gap: 1rem; overflow-x: auto; align-items: start; }
figure { display: flex; gap: 2px; margin: 0; }
a { color: #000; }
img { max-width: 24rem; max-height: 40rem; }
</style>
${rows.join('\n')}
</html>
`
}

function renderCell(file: string, before: ShotsBefore | undefined): string {
  const way = file.split('.')[1]
  if (!before) return `<figure>${renderPicture(file, `${way}`)}</figure>`
  const earlier = before.changed.has(file)
    ? renderPicture(`${before.folder}/${file}`, `${way}, ${escapeHtml(before.revision)}`)
    : `${way}: new`
  return `<figure>${earlier}${renderPicture(file, `${way}, now`)}</figure>`
}

function renderPicture(path: string, caption: string): string {
  return `<a href="${path}"><img loading="lazy" src="${path}" alt="${path}"><br>${caption}</a>`
}

function widthOf(file: string): number {
  return Number(/\.(\d+)-/.exec(file)?.[1] ?? 0)
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
