/**
 * The one script that stands in the pages themselves; the policy names its hash (site-facts.ts). It keeps presses on buttons that only
 * work with script, also on links that stand in for such a button, until app/frame/early-presses.ts repeats them. A link to a
 * place of this page is followed meanwhile; the space bar presses a link that is announced as a button. When the first file of script
 * is lost on the way nothing is kept any more, and what was is done as it is without script. Written small: every page has it.
 */
export const keepPresses = [
  'pressed=[]',
  `onclick=(e,b=e.target.closest("button:not([popovertarget]),a[role]:not([href^='#'])"))=>{b&&(pressed.push(b),b.ariaBusy=!0,b.hash||e.preventDefault())}`,
  'onkeydown=e=>{e.key==" "&&e.target.role&&(e.preventDefault(),e.target.click())}',
  'addEventListener("error",e=>e.target.type=="module"&&(onclick=null,pressed.map(b=>b.click())),!0)',
].join(';')
