import { isLoopbackHost } from './fetch-with-secret.ts'

/**
 * What an owner replaces before the site is public, by id: its name, and what is wrong with ours and where it is replaced. The build of a
 * public site, the start of the server and `doctor` name each sample that is still there; the README lists them all.
 */
export const SAMPLES = {
  domain: { name: 'domain', advice: 'a reserved one, whose mailboxes get no mail: website/app/brand.ts' },
  founders: { name: 'founders', advice: 'sample names and numbers: website/app/content/founders.ts' },
  testimonials: { name: 'testimonials', advice: 'invented ones: website/app/content/testimonials.ts' },
  'demo-video': { name: 'demo video', advice: 'a stand-in: website/app/brand.ts' },
  'let-go': {
    name: 'what happens to a photo let go',
    advice: 'undecided: letGo in website/app/content/promises.ts',
  },
  'release-key': {
    name: 'release key',
    advice: 'none, so releases are unsigned: release key create, then website/app/brand.ts',
  },
  'publishable-key': { name: 'publishable key', advice: 'the public development value: SUPABASE_PUBLISHABLE_KEY' },
  downloads: {
    name: 'downloads',
    advice: 'these are placeholders, which install nothing. Publish a release to replace them.',
  },
} as const

/** Id of a sample. */
export type SampleId = keyof typeof SAMPLES

/** Returns whether a site at this address is for the public: whether its host is not the loopback interface. */
export function isPublicAddress(siteUrl: string): boolean {
  return !isLoopbackHost(new URL(siteUrl).hostname)
}
