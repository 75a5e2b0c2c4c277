import { toWords } from './format.ts'

const PLATFORMS: Readonly<Record<string, string>> = {
  'windows-x64': 'Windows',
  'macos-intel': 'Mac with Intel',
  'macos-silicon': 'Mac with Apple Silicon',
}

/** Returns the name of a platform of the app. */
export function formatPlatform(platform: string): string {
  return PLATFORMS[platform] ?? toWords(platform)
}
