/** Made by build/pictures.ts from the drawings of app/art. */
declare module 'virtual:pictures' {
  type Picture = { src: string; width: number; height: number; title: string; alt: string; keep: boolean }
  export const pictures: Partial<Record<string, Picture>>
}

interface ViteTypeOptions {
  strictImportMetaEnv: unknown
}

/** The variables of a site that stands on another host than its backend (docs/environment.md). */
interface ImportMetaEnv {
  readonly VITE_SUPABASE_URL?: string
  readonly VITE_SUPABASE_PUBLISHABLE_KEY?: string
  readonly VITE_DOWNLOADS_URL?: string
  readonly VITE_DEMO_VIDEO_URL?: string
}
