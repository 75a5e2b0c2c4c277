import { PageSection } from '@site/ui/section.tsx'
import { HowItWorksSection } from './how-it-works.tsx'
import { VideoPlayer } from './video-player.tsx'

/** The section with the demo of the app. Beside it, its content is repeated as text in three steps. */
export function DemoVideo() {
  return (
    <PageSection
      id="demo-video"
      title="Take a quick look"
      lead="One photo on screen. Keep it, or let it go. That’s the whole idea."
      className="bg-table"
    >
      <div className="demo">
        <VideoPlayer />
        <HowItWorksSection />
      </div>
    </PageSection>
  )
}
