import { SESSION_STORAGE_KEY } from '../app/backend/session-store.ts'

/**
 * Returns the inline script that loads the first script files after the first paint, or earlier, at the visitor's first press or key. A
 * script element would be fetched beside the page, and its response would delay the largest paint on a slow connection. `boot` imports the
 * page; `preloaded` is fetched at the same time, because `boot` needs it. When `boot` cannot be loaded, recorded presses (see
 * early-press-script.ts) are clicked again, which then behave as without script.
 *
 * `d` is the root element's dataset (floor-script.ts). With a stored session, `data-user` hides 'Get Started' until the account menu is there.
 *
 * Switches off the browser's scroll restoration, because every page is shown from its top, also after the back button. Lays out all sections
 * of a page whose URL names one (styles/out-of-sight.css), so that the browser scrolls to it in the final layout. Only an inline script is
 * early enough for these. Minified by hand, because every page contains it.
 */
export function createFirstScript(boot: string, preloaded: readonly string[]): string {
  const links = preloaded.map(
    (file) =>
      `document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href:"${file}"}));`,
  )
  return [
    'history.scrollRestoration="manual";',
    'if(location.hash)d.laidOut="";',
    // Throws where the browser blocks storage, so no session can be stored.
    `try{if(localStorage["${SESSION_STORAGE_KEY}"])d.user=""}catch{}`,
    '{let go=()=>{go=()=>{};',
    ...links,
    `import("${boot}").catch(()=>{onclick=null;pressed.map(b=>b.click())})};`,
    'for(const t of["pointerdown","keydown"])addEventListener(t,()=>go());',
    // A page in a background tab is never painted, but must be hydrated before the visitor switches to the tab: hence the timeout.
    `onload=()=>{setTimeout(()=>go(),${PAINTED_WITHIN_MS});`,
    'new PerformanceObserver(l=>l.getEntriesByName("first-contentful-paint")[0]&&setTimeout(()=>go()))',
    '.observe({type:"paint",buffered:!0})}}',
  ].join('')
}

/** Maximum time to wait for the first paint, in milliseconds. */
const PAINTED_WITHIN_MS = 1_000
