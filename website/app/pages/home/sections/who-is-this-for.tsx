import { LazyWhenNear } from '@site/ui/lazy-when-near.tsx'
import { RevealOnScroll } from '@site/ui/reveal.tsx'
import { PageSection } from '@site/ui/section.tsx'
import { type Audience, audiences } from '../../../content/audiences.ts'
import { SignupButton } from '../../../frame/signup-button.tsx'
import { getPictureFile } from '../../../pictures.ts'

/** The section about the four target groups, couples first. Each has the same button. */
export function AudienceSection() {
  return (
    <PageSection id="who-is-this-for" title="Who it’s for" lead="Anyone with more photos than evenings.">
      <ul className="mt-12 grid gap-x-6 gap-y-14 sm:grid-cols-2 lg:grid-cols-4">
        {audiences.map((audience, index) => (
          <li key={audience.title} className="sm:even:mt-12 lg:-mt-4">
            <RevealOnScroll delaySeconds={index * 0.1} className="h-full">
              <Portrait {...audience} />
            </RevealOnScroll>
          </li>
        ))}
      </ul>
    </PageSection>
  )
}

function Portrait({ title, text, picture: name }: Audience) {
  const { src, width, height } = getPictureFile(name)
  return (
    <div className="grid h-full grid-cols-[32%_minmax(0,1fr)] content-start gap-x-4 sm:flex sm:flex-col">
      <LazyWhenNear className="row-span-3 aspect-[4/5] w-full overflow-hidden rounded-sheet bg-table">
        <img
          src={src}
          width={width}
          height={height}
          alt=""
          decoding="async"
          className="aspect-[4/5] w-full object-cover"
        />
      </LazyWhenNear>
      <h3 className="sm:mt-5">{title}</h3>
      <p className="mt-2 grow text-balance text-muted">{text}</p>
      <SignupButton variant="outline" className="mt-4 self-start justify-self-start sm:mt-5">
        Download App
      </SignupButton>
    </div>
  )
}
