import { Part } from '@site/ui/part.tsx'
import { brand } from '../../brand.ts'
import type { PageMeta } from '../../page.ts'
import { DemoVideo } from './sections/demo-video.tsx'
import { DownloadBanner } from './sections/download-banner.tsx'
import { FaqSection } from './sections/faq.tsx'
import { FeaturesSection } from './sections/features.tsx'
import { FreeAccessSection } from './sections/free-access.tsx'
import { HeroSection } from './sections/hero.tsx'
import { OverviewCard } from './sections/overview-card.tsx'
import { StorySection } from './sections/story.tsx'
import { TestimonialsSection } from './sections/testimonials.tsx'
import { AudienceSection } from './sections/who-is-this-for.tsx'
import { useAnalytics } from './use-analytics.ts'
import '../../styles/home.css'

/** Metadata of the home page. */
export const meta: PageMeta = {
  path: '/',
  title: `${brand.name} - ${brand.title}`,
  description: brand.description,
}

/**
 * The sections of the home page, in reading order. React hydrates the part that is visible at first before the rest. The other parts
 * are hydrated one by one afterwards, or immediately when the visitor interacts with them.
 */
export function HomePage() {
  return (
    <>
      <Part of="#main > .hero-ground" eager>
        <HeroSection />
      </Part>
      <Part of="#demo-video">
        <DemoVideo />
      </Part>
      <Part of="#testimonials">
        <TestimonialsSection />
      </Part>
      <Part of="#features">
        <FeaturesSection />
      </Part>
      <Part of="#story">
        <StorySection />
      </Part>
      <Part of="#who-is-this-for">
        <AudienceSection />
      </Part>
      <Part of="#free-access">
        <FreeAccessSection />
      </Part>
      <Part of="#faq">
        <FaqSection />
      </Part>
      <Part>
        <OverviewCard />
        <DownloadBanner />
      </Part>
      <Part>
        <Analytics />
      </Part>
    </>
  )
}

function Analytics() {
  useAnalytics()
  return null
}
