import { LazyWhenNear } from '@site/ui/lazy-when-near.tsx'
import { RevealOnScroll } from '@site/ui/reveal.tsx'
import { getPictureFile } from '../../../pictures.ts'

const steps = [
  {
    picture: 'step-download',
    title: 'Download',
    text: 'Get the app for your Mac or Windows PC. It’s a single file.',
  },
  {
    picture: 'step-open',
    title: 'Open your photos',
    text: 'Point it at the photos on your computer. Thousands are fine, and they stay where they are.',
  },
  {
    picture: 'step-swipe',
    title: 'Swipe',
    text: 'Keep, or let go. Your pile of keepers grows, and that’s the one you’ll look back on.',
  },
]

/** The section with the three steps from the download to sorted photos, drawn as frames of a film strip. */
export function HowItWorksSection() {
  return (
    <div id="how-it-works" className="mt-20 md:mt-24">
      <h3 className="text-center">How it works</h3>
      <ol className="film-strip mt-8 grid gap-2 md:grid-cols-3">
        {steps.map((step, index) => (
          <li key={step.title} className="film-frame">
            <RevealOnScroll delaySeconds={index * 0.12}>
              <LazyWhenNear className="aspect-video">
                <Still name={step.picture} />
              </LazyWhenNear>
              <div className="p-6">
                <h4 className="flex items-baseline gap-3 text-xl font-semibold">
                  <span className="font-display text-4xl text-rose-text" aria-hidden="true">
                    {index + 1}
                  </span>
                  {step.title}
                </h4>
                <p className="mt-2 text-muted">{step.text}</p>
              </div>
            </RevealOnScroll>
          </li>
        ))}
      </ol>
    </div>
  )
}

function Still({ name }: { name: string }) {
  const { src, width, height } = getPictureFile(name)
  return <img src={src} width={width} height={height} alt="" decoding="async" className="aspect-video w-full" />
}
