declare module 'virtual:pictures' {
  import type { Picture } from './pictures.ts'
  /** Made by build/pictures.ts from the drawings of app/art. */
  export const pictures: Record<string, Picture>
}
