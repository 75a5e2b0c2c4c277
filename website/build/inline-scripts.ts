import { SESSION_STORAGE_KEY } from '../app/backend/session-store.ts'
import { REACHES_FLOOR } from '../browser-floor.ts'

/** Returns an inline script that runs only in browsers from the floor on (browser-floor.ts). */
export function runFromFloorOn(script: string): string {
  return `if(${REACHES_FLOOR}){${script}}`
}

/**
 * Returns the inline script that runs `script` in browsers from the floor on, with the root element's dataset as `d`, and marks the page with `data-live`, which
 * the styles' variant `noscript` looks for. In older browsers the prerendered page stays as it is without JavaScript: no script is loaded, no
 * press is caught, and the content of `noscript` elements, which the parser took for text, becomes part of the page. Chromium before the
 * floor accepts that only from a trusted-types policy. Minified by hand, because every page contains it.
 */
export function createFloorScript(script: string): string {
  return [
    runFromFloorOn(`const d=document.documentElement.dataset;d.live="";${script}`),
    'else addEventListener("DOMContentLoaded",()=>{',
    'const h={createHTML:t=>t},p=self.trustedTypes?trustedTypes.createPolicy("noscript",h):h;',
    'for(const n of document.querySelectorAll("noscript"))n.outerHTML=p.createHTML(n.textContent)})',
  ].join('')
}

/**
 * The inline script of every page; the content security policy contains its hash (site-facts.ts). Before hydration it records presses on
 * buttons that need script, and on links with `role="button"`, until app/frame/early-presses.ts replays them. A link to a section of the
 * current page still navigates, and the space bar clicks a link with `role="button"`.
 *
 * A file that is dropped on a page would open in place of it. The script prevents that as long as no other code handles the drag, and keeps
 * photos that are dropped or pasted on a page with the deck until app/frame/early-photos.ts returns them. Pages without the deck refuse them.
 *
 * Minified by hand, because every page contains it.
 */
export const earlyPressScript = [
  'pressed=[]',
  `onclick=(e,b=e.target.closest("button,a[role]:not([href^='#'])"))=>{b&&(pressed.push(b),b.ariaBusy=!0,b.pathname==location.pathname||e.preventDefault())}`,
  'onkeydown=e=>{e.key==" "&&e.target.role&&(e.preventDefault(),e.target.click())}',
  'ondragover=ondrop=document.onpaste=(e,d=e.dataTransfer||e.clipboardData)=>{!e.defaultPrevented&&d?.types.includes("Files")&&(e.type=="paste"||e.preventDefault(),document.querySelector(".deck")?dropped=[...d.files]:d.dropEffect="none")}',
].join(';')

/** The inline script of the home page that keeps the photos picked in the field below the deck before hydration, as those that are dropped. */
export const earlyPickScript = 'onchange=({target:t})=>{t.id=="own-photos"&&(dropped=[...t.files])}'

/**
 * Returns the inline script that loads the first script files after the first paint, or earlier, at the visitor's first press or key. A
 * script element would be fetched beside the page, and its response would delay the largest paint on a slow connection. `boot` imports the
 * page; `preloaded` is fetched at the same time, because `boot` needs it. When `boot` cannot be loaded, recorded presses (see
 * `earlyPressScript`) are clicked again, which then behave as without script.
 *
 * `d` is the root element's dataset (`createFloorScript`). With a stored session, `data-user` hides 'Get Started' until the account menu is there.
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
