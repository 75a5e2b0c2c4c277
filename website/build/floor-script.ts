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
