import { LazyWhenNear } from '@site/ui/lazy-when-near.tsx'
import { RevealOnScroll } from '@site/ui/reveal.tsx'
import { PageSection } from '@site/ui/section.tsx'
import { type Audience, audiences } from '../../../content/audiences.ts'
import { getPictureFile } from '../../../pictures.ts'

/** The section about the four target groups, couples first. */
export function AudienceSection() {
  return (
    <PageSection id="who-is-this-for" title="Who it’s for" lead="Anyone with more photos than evenings." quiet>
      <ul className="mt-8 grid gap-x-12 gap-y-7 md:mt-10 md:grid-cols-2 md:gap-y-8">
        {audiences.map((audience, index) => (
          <li key={audience.title}>
            <RevealOnScroll delaySeconds={index * 0.1}>
              <Portrait {...audience} />
            </RevealOnScroll>
          </li>
        ))}
      </ul>
    </PageSection>
  )
}

function Portrait({ title, text, picture: name }: Audience) {
  return (
    <div className="grid grid-cols-[30%_minmax(0,1fr)] items-center gap-5 sm:grid-cols-[8rem_minmax(0,1fr)]">
      <LazyWhenNear className="aspect-[4/5] w-full overflow-hidden rounded-card bg-table">
        <img {...getPictureFile(name)} alt="" decoding="async" className="size-full object-cover" />
      </LazyWhenNear>
      <div>
        <h3>{title}</h3>
        <p className="mt-1 text-balance text-muted">{text}</p>
      </div>
    </div>
  )
}
