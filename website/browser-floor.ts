// The oldest browsers in which everything of the site and of the founders' console works. The builds compile for them, `npm run check` scans
// what was built against them (tools/browser-floor/), and the pages' inline script decides by `REACHES_FLOOR`.

/** The oldest supported version of each browser, by its name in MDN's compatibility data. Samsung Internet, Opera and Edge follow Chrome. */
export const BROWSER_FLOOR = { chrome: 109, edge: 109, firefox: 115, safari: 16.4, safari_ios: 16.4 }

/** The floor as build targets of Vite, for scripts and styles. */
export const BUILD_TARGETS = Object.entries(BROWSER_FLOOR).map(
  ([browser, version]) => `${browser.replace('safari_ios', 'ios')}${version}`,
)

/**
 * A script expression that is true exactly from the floor on: `Array.fromAsync` came with Safari 16.4 and Firefox 115 (and Chrome 121), the
 * unit `lh` with Safari 16.4 and Chrome 109 (and Firefox 120). A test compares both with MDN's data.
 */
export const REACHES_FLOOR = 'Array.fromAsync||CSS.supports("width:1lh")'
