import { altTexts } from 'virtual:picture-alt-texts'

/** Returns the alt text of a drawing, or '' when the text beside the drawing says the same. */
export function getAltText(id: string): string {
  return altTexts[id] ?? ''
}
