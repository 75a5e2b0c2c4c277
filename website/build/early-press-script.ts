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
