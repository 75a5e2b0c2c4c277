import { renderToStaticMarkup } from 'react-dom/server'
import { AppIcon, Mark } from '../app/art/logo.tsx'
import { SocialCard } from '../app/art/social-card.tsx'
import { brand } from '../app/brand.ts'

/** The drawings that leave the site as PNG, as SVG text; `tools/draw-icons.ts` turns them into files. */
export function drawIcons() {
  return {
    mark: renderToStaticMarkup(<Mark />),
    appIcon: renderToStaticMarkup(<AppIcon />),
    socialCard: renderToStaticMarkup(<SocialCard name={brand.name} tagline={brand.tagline} />),
  }
}
