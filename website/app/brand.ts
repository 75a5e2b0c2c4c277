/**
 * Name, domain, mailboxes and links of the product. This is the one file to edit to make the site yours; the texts about the product are in
 * content/. The domain `.example` is reserved and receives no mail, so an unedited copy cannot write to another person's mailbox. The name
 * is a single line of up to 31 letters, digits, spaces and punctuation of any language, without control characters. Name and title have
 * up to 62 characters together and the description up to 165, so that search engines show them in full. All three mailboxes are at the
 * domain. The claims in tagline, title and description must be worded as in content/promise-wordings.ts. File names are derived from the ASCII
 * letters and digits of the name. brand.test.ts and tests/whole/promises.test.ts check these rules.
 */
export const brand = {
  name: 'Fondly',
  domain: 'fondly.example',
  tagline: 'Keep the photos you’ll look back on, fondly.',
  /** The title of the home page, after the name. */
  title: 'Keep the photos you’ll look back on',
  /** For search engines and link previews. Its first two sentences are also on the preview's picture. */
  description:
    'Swipe through thousands of wedding photos. Free beta for Mac and Windows. Keep one, let one go: offline, and nothing is uploaded.',
  mailboxes: {
    team: 'team@fondly.example',
    support: 'support@fondly.example',
    privacy: 'privacy@fondly.example',
  },
  /**
   * The demo video behind 'See How It Works'. The default is a freely licensed sample video; while it is used, the server logs a reminder
   * at start.
   */
  demoVideo: {
    url: import.meta.env?.VITE_DEMO_VIDEO_URL || 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ',
    sample: !import.meta.env?.VITE_DEMO_VIDEO_URL,
  },
  /** The storage bucket that holds version.json and the installers. */
  downloadsBucket: 'downloads',
  /**
   * Folders on other hosts to which version.json may link for installers, such as a CDN: https URLs that end with a slash. The download
   * page takes a link to any other host for an attack and offers the file in the bucket instead (docs/releases.md).
   */
  installerBases: [] as readonly string[],
  /**
   * The companies or programs that receive names, addresses or messages through webhooks (docs/webhooks.md), such as 'Slack'. The privacy
   * policy names them. When the list is empty, the policy does not mention that data is passed on to them.
   */
  webhookReceivers: [] as readonly string[],
  release: {
    /**
     * The public keys that may sign a release, newest first: the line `RW…` that `npm run admin -- release key show` prints. The build pins
     * them, so that the page and the operator's commands accept only releases signed with one of them. The sample brand has no key, and its
     * sample release is unsigned. docs/releases.md describes how to change a key.
     */
    publicKeys: [] as readonly string[],
  },
} as const
