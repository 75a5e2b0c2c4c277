import { PageSection } from '../../../ui/section.tsx'
import { HowItWorksSection } from './how-it-works.tsx'
import { VideoPlayer } from './video-player.tsx'

/** The section with the demo video. Below the video, its content is repeated as text in three steps. */
export function DemoVideo() {
  return (
    <PageSection
      id="demo-video"
      title="See it in a minute"
      lead="One photo on the screen. Keep it, or let it go. That is the whole of it."
      align="center"
      className="bg-table"
    >
      <VideoPlayer />
      <HowItWorksSection />
    </PageSection>
  )
}
