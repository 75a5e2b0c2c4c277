/**
 * The inline script of the download page. Before the first paint it sets two attributes of the root element, on which the geometry of the
 * page depends, so that nothing moves after hydration:
 *
 * - `data-computer`: the layout for the detected computer, as `layoutForComputer` in app/pages/download/platform.ts returns it
 * - `data-welcome`: only in the welcome mode; `order` if the order is known, `unconfirmed` if it must also be confirmed, `paid` for a
 *   buyer's, otherwise empty
 *
 * Minified by hand, because the page contains it.
 */
export const downloadLayoutScript = [
  '{const{userAgent:u,platform:p,maxTouchPoints:t,userAgentData:h}=navigator,s=(h?.platform||"")+" "+u,d=document.documentElement.dataset,o=history.state?.orderDetails',
  'd.computer=h?.mobile||/Android|iOS/i.test(h?.platform)||/Android|iPhone|iPad|iPod|Windows Phone|Mobile/i.test(u)||/Mac/i.test(p||u)&&t>1?"phone":/Windows/i.test(s)?"windows":/macOS|Macintosh/i.test(s)?h?"mac-with-hints":"mac":/Linux|X11|CrOS|Chrome ?OS|Chromium OS|BSD/i.test(s)?"linux":"unknown"',
  'if(o||new URLSearchParams(location.search).get("session_id"))d.welcome=o?o.mustConfirm?"unconfirmed":o.amount>0?"paid":"order":""}',
].join(';')
