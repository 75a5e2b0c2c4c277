import { brand, downloadFilePrefix, escapeRegExp } from './brand.ts'

/**
 * The expected target of every link in the site's pages, dialogs and notices, by the link's text. The list is written by hand and
 * not generated from the site. A target that depends on the published release is a pattern.
 */
const expectedSiteLinks: Readonly<Record<string, string | RegExp>> = {
  'Skip to content': '#main',
  // Links in the navigation bar, its menu and the account menu
  [`${brand.name}, to the top`]: '/',
  'How It Works': '/#how-it-works',
  Features: '/#features',
  FAQ: '/#faq',
  Download: '/download',
  'Get Started': '/#free-access',
  // Links in the footer
  Story: '/#story',
  Pricing: '/#pricing',
  Home: '/',
  'Terms of Service': '/terms',
  'Privacy Policy': '/privacy',
  [brand.mailboxes.support]: `mailto:${brand.mailboxes.support}`,
  // Links on the home page
  [`Download ${brand.name}`]: '/#free-access',
  'See How It Works': '#demo-video',
  'Play the stand-in film': 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ',
  'Download App': '/download',
  'Contact Us': `mailto:${brand.mailboxes.team}`,
  'Be one of them': `mailto:${brand.mailboxes.team}`,
  'Write to us': `mailto:${brand.mailboxes.team}`,
  'Try ten of mine': '#deck',
  // Links on the download page
  'Which chip does my Mac have?': '#mac-chip',
  'For a Mac: which chip does it have?': '#download-faq',
  signed: '#check-file',
  'Check your file': '#check-file',
  'release.json': /\/storage\/v1\/object\/public\/downloads\/latest\/release\.json$/,
  'version.json': /\/storage\/v1\/object\/public\/downloads\/latest\/version\.json$/,
  'Download for Windows': new RegExp(
    `/storage/v1/object/public/downloads/latest/${downloadFilePrefix}[\\w.-]*x64\\.exe$`,
  ),
  'Download for Intel Mac': new RegExp(
    `/storage/v1/object/public/downloads/latest/${downloadFilePrefix}[\\w.-]*intel\\.dmg$`,
  ),
  'Download for Apple Silicon': new RegExp(
    `/storage/v1/object/public/downloads/latest/${downloadFilePrefix}[\\w.-]*arm64\\.dmg$`,
  ),
  Windows: new RegExp(`/storage/v1/object/public/downloads/latest/${downloadFilePrefix}[\\w.-]*x64\\.exe$`),
  'Mac with Intel': new RegExp(`/storage/v1/object/public/downloads/latest/${downloadFilePrefix}[\\w.-]*intel\\.dmg$`),
  'Mac with Apple Silicon': new RegExp(
    `/storage/v1/object/public/downloads/latest/${downloadFilePrefix}[\\w.-]*arm64\\.dmg$`,
  ),
  'Direct link': new RegExp(`/storage/v1/object/public/downloads/latest/${downloadFilePrefix}[\\w.-]*\\.(?:exe|dmg)$`),
  'Email the link to yourself': new RegExp(
    `^mailto:\\?subject=${escapeRegExp(encodeURIComponent(`Download ${brand.name}`))}&body=http[\\w.%]+%2Fdownload$`,
  ),
  'Return to Homepage': '/',
  // Links on the legal pages
  'Acceptance of these terms': '#acceptance',
  'Use license': '#use-license',
  'Privacy and data': '#privacy-and-data',
  'Payment terms': '#payment-terms',
  'Satisfaction guarantee': '#satisfaction-guarantee',
  'Information we collect': '#information-collected',
  'Your photos stay private': '#photos-stay-private',
  'How we use information': '#use-of-information',
  Sharing: '#sharing',
  Security: '#security',
  'Your rights': '#your-rights',
  Contact: '#contact',
  [brand.mailboxes.team]: `mailto:${brand.mailboxes.team}`,
  [brand.mailboxes.privacy]: `mailto:${brand.mailboxes.privacy}`,
  'Back to Home': '/',
  // Links on the 404 page
  'Return to Home': '/',
  // Links on the confirmation page
  'Go to the download': '/download',
  // Links in dialogs and notices
  'Open it in an app on this device': /^otpauth:\/\/totp\//,
}

/** A link on a page: its text and its `href` as written. */
export type SiteLink = { words: string; address: string }

/** Reports links that are not in `expectedSiteLinks` or whose target differs from `expectedSiteLinks`. */
export function findUnlistedLinks(links: readonly SiteLink[]): string[] {
  return links.flatMap(({ words, address }) => {
    const wanted = expectedSiteLinks[normaliseLinkText(words)]
    if (wanted === undefined) return [`${words} is not in the list (${address})`]
    const fits = typeof wanted === 'string' ? address === wanted : wanted.test(address)
    return fits ? [] : [`${words} leads to ${address}`]
  })
}

/** Returns a link's key in `expectedSiteLinks`: its text with normalised white space and without a section number. */
function normaliseLinkText(words: string): string {
  return words
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^\d+\. ?/, '')
}
