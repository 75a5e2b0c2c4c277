/*
 * The HTML layout that all mails share: a white card on a paper-coloured background. Above the card is the logo; along its top edge is a
 * coloured band or, in letters, a picture of photo prints. The two pictures are attached to the mail: a picture on the site would
 * tell the server when the recipient opens the mail, and Gmail removes data: URLs. In a mail program that blocks pictures, the wordmark and the
 * coloured band remain. Colours are inline styles, because some mail programs remove style elements. The style element contains only what
 * cannot be inline: media queries for the dark colour scheme and small screens, the supported colour schemes, and the colour of the links
 * that Apple Mail makes of times and addresses.
 */

import { mailColours } from './mail-colours.ts'

const sans = "font-family:-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"
const serif = "font-family:Georgia,'Times New Roman',serif"
const { light, dark } = mailColours
const ink = `color:${light.ink}`
const soft = `color:${light.muted}`
const shade = light.shadow.replaceAll(' ', ',')

/** Inline styles of a mail's content blocks in the light colour scheme. All text has a contrast of at least 4.5:1. */
export const mailStyles = {
  heading: `margin:0 0 20px;overflow-wrap:break-word;${serif};font-size:28px;line-height:1.25;font-weight:700;${ink}`,
  paragraph: `margin:0 0 16px;${sans};font-size:16px;line-height:1.6;${ink}`,
  note: `margin:0 0 24px;${sans};font-size:14px;line-height:1.5;${soft}`,
  box: `margin:0 0 16px;background-color:${light.paper};border-radius:8px`,
  label: `padding:10px 8px 10px 16px;width:44px;vertical-align:baseline;white-space:nowrap;${sans};font-size:14px;line-height:1.5;${soft}`,
  value: `padding:10px 16px 10px 8px;vertical-align:baseline;${sans};font-size:16px;line-height:1.4;word-break:break-word;${ink}`,
  quote: `margin:28px 0 24px;padding:4px 0 4px 16px;border-left:4px solid ${light.rose};${sans};font-size:16px;line-height:1.6;word-break:break-word;${ink}`,
  code: `margin:0 0 12px;padding:20px 16px 20px 24px;background-color:${light.paper};border-radius:8px;text-align:center;font-family:'SF Mono',Consolas,monospace;font-size:34px;line-height:1.2;letter-spacing:8px;${ink}`,
  signature: `margin:28px 0 0;${serif};font-size:21px;line-height:1.3;font-style:italic;${ink}`,
  signatureEnd: `margin:2px 0 0;${sans};font-size:14px;line-height:1.5;${soft}`,
  buttonCell: `border-radius:999px;background-color:${light.roseStrong}`,
  button: `display:inline-block;padding:14px 28px;${sans};font-size:16px;line-height:1.2;font-weight:700;color:${light.surface};text-decoration:none;border-radius:999px`,
} as const

/** The parts of a mail's HTML document: its content and the texts of the frame around it. All are already HTML-escaped. */
export type MailDocumentParts = {
  title: string
  preview: string
  /** URLs of the pictures; without a banner, the band is shown. */
  logo: string
  banner: string | null
  wordmark: string
  tagline: string
  siteUrl: string
  siteName: string
  content: string
  reason: string
}

/** Returns the complete HTML document for a mail. */
export function renderMailDocument(parts: MailDocumentParts): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${parts.title}</title>
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) { .print { padding: 28px 20px 24px !important; } }
@media (prefers-color-scheme: dark) {
  .ground { background-color: ${dark.paper} !important; }
  .print { background-color: ${dark.surface} !important; }
  .box { background-color: ${dark.paper} !important; }
  .ink { color: ${dark.ink} !important; }
  .soft { color: ${dark.muted} !important; }
  .quote { border-left-color: ${dark.rose} !important; }
}
a[x-apple-data-detectors] { color: inherit !important; }
</style>
</head>
<body class="ground" style="margin:0;padding:0;background-color:${light.paper}">
<div style="display:none;max-height:0;overflow:hidden">${parts.preview}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="ground" style="background-color:${light.paper}">
<tr><td align="center" style="padding:32px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
<tr><td style="padding:0 4px 20px">
<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>
<td style="padding-right:10px"><img src="${parts.logo}" width="36" height="36" alt="" style="display:block;border:0"></td>
<td style="${serif};font-size:21px;line-height:1.2;font-weight:700"><a class="ink" href="${parts.siteUrl}/" style="${ink};text-decoration:none">${parts.wordmark}</a></td>
</tr></table>
</td></tr>
<tr><td bgcolor="${light.roseStrong}" style="height:6px;font-size:0;line-height:0;background-color:${light.roseStrong};border-radius:12px 12px 0 0">${parts.banner === null ? '' : `<img src="${parts.banner}" width="560" alt="" style="display:block;width:100%;height:auto;border:0;border-radius:12px 12px 0 0">`}</td></tr>
<tr><td class="print" style="padding:36px 40px 32px;background-color:${light.surface};border-radius:0 0 12px 12px;box-shadow:0 1px 2px rgba(${shade},.08),0 18px 40px -20px rgba(${shade},.3)">
${parts.content}
</td></tr>
<tr><td class="soft" style="padding:24px 4px 0;${sans};font-size:13px;line-height:1.6;${soft}">
<p style="margin:0 0 8px">${parts.tagline} <a class="soft" href="${parts.siteUrl}/" style="${soft}">${parts.siteName}</a></p>
<p style="margin:0">${parts.reason}</p>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}
