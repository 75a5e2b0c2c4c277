import { LazyWhenNear } from '@site/ui/lazy-when-near.tsx'
import { RevealOnScroll } from '@site/ui/reveal.tsx'
import { PageSection } from '@site/ui/section.tsx'
import { getPictureFile } from '../../../pictures.ts'
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

const steps = [
  { picture: 'step-download', title: 'Download', text: 'For your Mac or Windows PC.' },
  { picture: 'step-open', title: 'Open your photos', text: 'They stay where they are.' },
  { picture: 'step-swipe', title: 'Swipe', text: 'Your pile of keepers grows.' },
]

/** The section with the three steps from the download to sorted photos, drawn as frames of a film strip. */
function HowItWorksSection() {
  return (
    <div id="how-it-works" className="flex flex-col">
      <h3>How it works</h3>
      <ol className="film-strip mt-5 grow sm:max-lg:grid-cols-3">
        {steps.map((step, index) => (
          <li key={step.title} className="film-frame">
            <RevealOnScroll
              delaySeconds={index * 0.12}
              className="grid h-full grid-cols-[2fr_3fr] items-center sm:max-lg:block"
            >
              <LazyWhenNear className="h-full min-h-20 w-full sm:max-lg:aspect-[5/3] sm:max-lg:h-auto">
                <Still name={step.picture} />
              </LazyWhenNear>
              <div className="px-3 py-3 leading-snug">
                <h4 className="font-semibold">
                  <span className="me-2 font-display text-rose-text" aria-hidden="true">
                    {index + 1}
                  </span>
                  {step.title}
                </h4>
                <p className="mt-1 text-muted">{step.text}</p>
              </div>
            </RevealOnScroll>
          </li>
        ))}
      </ol>
    </div>
  )
}

function Still({ name }: { name: string }) {
  return <img {...getPictureFile(name)} alt="" decoding="async" className="size-full object-cover" />
}
