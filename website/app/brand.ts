/**
 * Who the site speaks for. This is the one file to edit to make the site yours; the words about the product are in
 * content/. Addresses under `.example` reach nobody, so that a copy which was never edited writes to no stranger.
 *
 * The name is one line of up to 31 letters, digits, spaces and punctuation of any language without control characters, so that
 * titles are shown whole by search engines: name and tagline have up to 62 characters together, the description up to 165. All
 * three mailboxes are at the domain. What tagline and description claim is said in words of content/promise-wordings.ts. The names
 * of files are made of the name's ASCII letters and digits. brand.test.ts and tests/whole/promises.test.ts check this.
 */
export const brand = {
  name: 'Fondly',
  domain: 'fondly.example',
  tagline: 'Keep the photos you’ll look back on, fondly.',
  description:
    'Fondly is a desktop app for Mac and Windows that helps you sort thousands of wedding photos by swiping: keep one, let one go. Offline, and nothing is uploaded.',
  mailboxes: {
    team: 'team@fondly.example',
    support: 'support@fondly.example',
    privacy: 'privacy@fondly.example',
  },
  /** The film behind 'See How It Works'. This one is freely licensed and says nothing about the product: a start says so while it is there. */
  demoVideo: {
    url: import.meta.env?.VITE_DEMO_VIDEO_URL || 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ',
    sample: !import.meta.env?.VITE_DEMO_VIDEO_URL,
  },
  /** The storage bucket that holds version.json and the installers. */
  downloadsBucket: 'downloads',
} as const
