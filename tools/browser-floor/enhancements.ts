/** The release of MDN's compatibility data with which the reasons below were read last, on 2026-11-28. */
export const READ_WITH = '8.1.9'

/**
 * Unsupported features that builds use all the same, with the reason why everything works without each. The check fails for an unsupported
 * feature that is not listed, and for a listed one that is no longer used.
 */
export const ENHANCEMENTS: Record<string, string> = {
  // Scripts of ours
  '.canShare': 'asked for first; otherwise the picture is only saved',
  '.isComposing': 'without it, Escape while an input method composes closes a dialog of the console',
  '.share': 'asked for first; otherwise the link is copied',
  '.userAgentData': 'asked for first; otherwise the computer is detected from the user agent',
  'AbortSignal.timeout': 'Chrome before 124 has it with another name of the error, which nobody reads',
  'Array.fromAsync': 'half of the test for the floor',
  ImageDecoder: 'asked for first; otherwise photos are decoded whole',
  VideoFrame: 'as ImageDecoder',
  requestIdleCallback: 'asked for first; otherwise a timer',
  trustedTypes: 'asked for first; only needed where it exists',
  // Packages
  '.animation': 'React names the events of prefixed animations',
  '.connection': 'asked for first by React',
  '.contentEncoding': 'an option of storage-js',
  '.delay': 'an option of React’s scheduler',
  '.fromHex': 'asked for first by @noble/hashes, which has its own',
  '.imageSizes': 'React compares preloads, which the site does not use',
  '.popover': 'React listens to the events of popovers, which the site does not use',
  '.startViewTransition': 'React’s view transitions, which the site does not use',
  '.toHex': 'asked for first by @noble/hashes, which has its own',
  '<select is>': 'React creates elements for other elements as well',
  'PublicKeyCredential.parseCreationOptionsFromJSON':
    'asked for first by auth-js, which can convert the options itself',
  'PublicKeyCredential.parseRequestOptionsFromJSON': 'asked for first by auth-js, which can convert the options itself',
  'URL.canParse': 'asked for first by Valibot',
  navigation: 'asked for first by React',
  // Attributes
  '<details name>': 'accordion.tsx closes the other items, too',
  '<dialog closedby>': 'dialog.tsx prevents closing by Escape, too',
  '<link blocking>': 'without it, a slow page may be painted in parts',
  // Styles: what is missing without them
  ':has':
    'the hero’s button keeps its gradient beside the deck’s ending, and the overview card is shown from the start',
  '::details-content': 'closed answers in print',
  '@property': 'Tailwind sets the initial values where @property is missing',
  'animation-range': 'the line of the story is whole at once',
  'ascent-override': 'Safari’s fallback font is a little higher until the web font is loaded',
  'break-after: avoid': 'page breaks after headings in print',
  'contain-intrinsic-height': 'inside @supports for scroll anchoring, which no browser without it has',
  'content-visibility': 'a quicker first frame',
  'descent-override': 'Safari’s fallback font is a little lower until the web font is loaded',
  'font-family: ui-monospace': 'the next font of the list',
  'forced-color-adjust': 'Safari has no forced colours',
  'line-gap-override': 'as ascent-override',
  orphans: 'page breaks in print',
  'overflow-anchor': 'Safari has no scroll anchoring to turn off',
  'overscroll-behavior': 'Chrome before 144 has it except for boxes without overflow',
  'scrollbar-gutter': 'the page moves by the width of the scroll bar under a dialog',
  'size-adjust': 'lines may break elsewhere until the web font is loaded',
  'text-wrap': 'balanced lines',
  'unit lh': 'texts of two lines reserve no height, so that the next text may move',
  widows: 'page breaks in print',
}
