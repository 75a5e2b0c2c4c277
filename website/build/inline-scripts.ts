import { SESSION_STORAGE_KEY } from '../app/backend/session-store.ts'
import { REACHES_FLOOR } from '../browser-floor.ts'

/** Returns an inline script that runs only in browsers from the floor on (browser-floor.ts). */
export function runFromFloorOn(script: string): string {
  return `if(${REACHES_FLOOR}){${script}}`
}

/**
 * Returns an inline script that does one of two things. In the supported browsers it sets the attribute `data-live` of the root element, which
 * switches off the Tailwind variant `noscript`, and runs `script`, which can use the root element's dataset as `d`. In older browsers it
 * inserts the content of the `noscript` elements into the page and loads nothing, so that the page works as without JavaScript; Chromium
 * requires a trusted-types policy for this. Minified by hand, because every page contains it.
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
 * buttons that need script, and on links with `role="button"`; app/frame/early-presses.ts replays them. Links to a section of the current
 * page still navigate, and the space bar clicks a link with `role="button"`.
 *
 * It also prevents that the browser opens a dropped file in place of the page, unless other code handles the drag. On pages with the deck it
 * stores dropped and pasted photos for app/frame/early-photos.ts; on other pages it refuses them.
 *
 * Minified by hand, because every page contains it.
 */
export const earlyPressScript = [
  'pressed=[]',
  `onclick=(e,b=e.target.closest("button,a[role]:not([href^='#'])"))=>{b&&(pressed.push(b),b.ariaBusy=!0,b.pathname==location.pathname||e.preventDefault())}`,
  'onkeydown=e=>{e.key==" "&&e.target.role&&(e.preventDefault(),e.target.click())}',
  'ondragover=ondrop=document.onpaste=(e,d=e.dataTransfer||e.clipboardData)=>{!e.defaultPrevented&&d?.types.includes("Files")&&(e.type=="paste"||e.preventDefault(),document.querySelector(".deck")?dropped=[...d.files]:d.dropEffect="none")}',
].join(';')

/** The inline script of the home page that stores the photos that a visitor picks for the deck before hydration, in the variable `dropped`. */
export const earlyPickScript = 'onchange=({target:t})=>{t.id=="own-photos"&&(dropped=[...t.files])}'

/**
 * Returns the inline script that loads the first script files after the first paint, or earlier, at the visitor's first press or key. A
 * script element would be fetched beside the page, and its response would delay the largest paint on a slow connection. `boot` imports the
 * page; `preloaded` is fetched at the same time, because `boot` needs it. When `boot` cannot be loaded, recorded presses (see
 * `earlyPressScript`) are clicked again, which then behave as without script.
 *
 * `d` is the root element's dataset (`createFloorScript`). When a session is stored, the attribute `data-user` hides 'Get Started' until the
 * account menu is rendered.
 *
 * Switches off the browser's scroll restoration, because every page is shown from its top, also after the back button. Only an inline script
 * is early enough for this. Minified by hand, because every page contains it.
 */
export function createFirstScript(boot: string, preloaded: readonly string[]): string {
  const links = preloaded.map(
    (file) =>
      `document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href:"${file}"}));`,
  )
  return [
    'history.scrollRestoration="manual";',
    // Throws where the browser blocks storage, so no session can be stored.
    `try{if(localStorage["${SESSION_STORAGE_KEY}"])d.user=""}catch{}`,
    '{let go=()=>{go=()=>{};',
    ...links,
    `import("${boot}").catch(()=>{onclick=null;pressed.map(b=>b.click())})};`,
    'for(const t of["pointerdown","keydown"])addEventListener(t,()=>go());',
    // The browser does not paint a page in a background tab. The timeout hydrates such a page too.
    `onload=()=>{setTimeout(()=>go(),${PAINTED_WITHIN_MS});`,
    'new PerformanceObserver(l=>l.getEntriesByName("first-contentful-paint")[0]&&setTimeout(()=>go()))',
    '.observe({type:"paint",buffered:!0})}}',
  ].join('')
}

/** Maximum time to wait for the first paint, in milliseconds. */
const PAINTED_WITHIN_MS = 1_000
