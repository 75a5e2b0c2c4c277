/** The picture of every bare page: the hero's top print, a file in the build's folder of pictures. */
export const BARE_PICTURE = 'first-look.svg'

/**
 * Returns the baseline for the paint times of a page: its headline and first paragraph in a system font, and one picture as a file, without
 * styles and scripts. The picture has the size that the hero's top print has on a phone.
 */
export function renderBarePage(page: string): string {
  const [, headline = ''] = /<h1[^>]*>(.*?)<\/h1>/s.exec(page) ?? []
  const [, paragraph = ''] = /<\/h1>.*?<p[^>]*>(.*?)<\/p>/s.exec(page) ?? []
  const text = (markup: string) => markup.replaceAll(/<[^>]*>/g, '')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Bare page</title>
</head>
<body>
<h1>${text(headline)}</h1>
<p>${text(paragraph)}</p>
<img src="/assets/${BARE_PICTURE}" width="186" height="186" alt="">
</body>
</html>
`
}
