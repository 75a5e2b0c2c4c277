import { PageSection } from '@site/ui/section.tsx'
import { brand } from '../../brand.ts'

const steps = [
  { title: 'Download and install', text: 'Open the file that you’ve downloaded and install the app.' },
  {
    title: 'Start curating',
    text: `Open your photos in ${brand.name} and swipe: keep one, let one go.`,
  },
  { title: 'Share feedback', text: 'Tell us what felt good and what didn’t. What you write shapes the beta.' },
]

/** The section with the three steps to take after the download. */
export function GettingStartedSection() {
  return (
    <PageSection id="getting-started" title="Getting started">
      <ol className="mt-10 grid gap-8 md:grid-cols-3">
        {steps.map((step, index) => (
          <li key={step.title} className="border-t-2 border-line pt-5">
            <span className="font-display text-3xl text-rose-text" aria-hidden="true">
              {index + 1}
            </span>
            <h3 className="mt-2">{step.title}</h3>
            <p className="mt-1 text-muted">{step.text}</p>
          </li>
        ))}
      </ol>
    </PageSection>
  )
}
