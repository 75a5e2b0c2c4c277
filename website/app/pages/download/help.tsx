import { Button } from '@site/ui/button.tsx'
import { PageSection } from '@site/ui/section.tsx'
import { DownloadIcon } from '../../art/download-icon.tsx'
import { brand } from '../../brand.ts'
import { founders } from '../../content/founders.ts'

/** The help section with the support mailbox, and the button to the home page. */
export function DownloadHelp() {
  const { support } = brand.mailboxes
  return (
    <PageSection
      id="help"
      title="Need help?"
      lead={`Write to ${founders.names}, and say what you see on screen.`}
      align="center"
      className="night bg-paper text-ink"
    >
      <p className="mt-6 text-center">
        <a
          href={`mailto:${support}`}
          className="text-link inline-flex min-h-11 items-center gap-2 text-lg font-semibold"
        >
          <DownloadIcon name="mail" />
          {support}
        </a>
      </p>
      <p className="mt-8 text-center">
        <Button href="/" variant="outline" size="lg">
          Return to Homepage
        </Button>
      </p>
    </PageSection>
  )
}
